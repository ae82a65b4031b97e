import type { SettledBy } from '@twende/contract/payments/desk-payment.ts'

/** How something was paid, before anything is typed. Nothing is chosen, so that no way counts by mistake. */
export const noPayment: { paidBy: SettledBy | ''; code: string; note: string } = {
  paidBy: '',
  code: '',
  note: '',
}

/** How something was paid, as it is sent: only M-Pesa has a code. The schema refuses where nothing was chosen. */
export function paymentOf<Way extends SettledBy>({ paidBy, code, note }: typeof noPayment) {
  return { paidBy: paidBy as Way, code: paidBy === 'mpesa' ? code : '', note }
}
