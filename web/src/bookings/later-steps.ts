import { later } from '../ui/later.ts'

const bringCustomer = () => import('./customer-step.tsx')
const bringPayment = () => import('./payment-step.tsx')
const bringPlaced = () => import('./booking-placed.tsx')

export const CustomerStep = later(() => bringCustomer().then((m) => m.CustomerStep))
export const PaymentStep = later(() => bringPayment().then((m) => m.PaymentStep))
export const BookingPlaced = later(() => bringPlaced().then((m) => m.BookingPlaced))

/** Fetches what the first step does without, so that nobody waits at the others. */
export function bringLaterSteps(): void {
  Promise.all([bringCustomer(), bringPayment(), bringPlaced()]).catch(() => {})
}
