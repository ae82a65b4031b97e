import { readShillings } from '@twende/contract/money.ts'

/** The digits of a number as people write it, `3,500` or `3 500`. */
export const plainDigits = (text: string) => text.replace(/[,\s]/g, '')

/** The whole number that a text stands for; not a number where it is none. */
export function wholeNumber(text: string): number {
  const digits = plainDigits(text)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
}

/** The whole shillings that a text stands for, `Kshs 3,500` or `3.5k`; not a number where it is none. */
export function typedShillings(text: string): number {
  return readShillings(text) ?? Number.NaN
}

/** The same as digits, for a form with files; a text that is no amount stays, and the schema says what is wrong. */
export const shillingsDigits = (text: string) => String(readShillings(text) ?? text)
