import { isDeskMethod, type SettledBy } from '@twende/contract/payments/desk-payment.ts'

/** The fields of a payment in a form. */
type TypedPayment = { paidBy: SettledBy | ''; code: string; note: string; paidOn: string }

/** How something was paid, before anything is typed. Nothing is chosen, so that no way counts by mistake. */
export const noPayment: TypedPayment = { paidBy: '', code: '', note: '', paidOn: '' }

/**
 * The payment as the request has it: only M-Pesa has a code, which says its day, and nothing that is paid later has a day.
 * The schema refuses it while nothing is chosen. A draft that was kept before days were asked for has no `paidOn`.
 */
export function paymentOf<Way extends SettledBy>({ paidBy, code, note, paidOn = '' }: TypedPayment) {
  return {
    paidBy: paidBy as Way,
    code: paidBy === 'mpesa' ? code : '',
    note,
    paidOn: hasDay(paidBy) && paidOn !== '' ? paidOn : undefined,
  }
}

/** Whether staff says on which day it was paid: M-Pesa says so itself. */
export function hasDay(paidBy: SettledBy | ''): boolean {
  return paidBy !== '' && paidBy !== 'mpesa' && isDeskMethod(paidBy)
}
