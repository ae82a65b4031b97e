/** The digits of a number as people write it, `3,500` or `3 500`. */
export const plainDigits = (text: string) => text.replace(/[,\s]/g, '')

/** The whole number that a text stands for; not a number where it is none. */
export function wholeNumber(text: string): number {
  const digits = plainDigits(text)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
}
