import type { SettledBy } from '@twende/contract/payments/desk-payment.ts'

/** How something was paid, before anything is typed. Nothing is chosen, so that no way counts by mistake. */
export const noPayment: { paidBy: SettledBy | ''; code: string; note: string } = {
  paidBy: '',
  code: '',
  note: '',
}

/** The payment as the request has it: only M-Pesa has a code. The schema refuses it while nothing is chosen. */
export function paymentOf<Way extends SettledBy>({ paidBy, code, note }: typeof noPayment) {
  return { paidBy: paidBy as Way, code: paidBy === 'mpesa' ? code : '', note }
}
