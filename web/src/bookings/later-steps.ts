import { later } from '@twende/ui/loading/later.ts'

const bringAdvice = () => import('./taken-advice.tsx')
const bringCustomer = () => import('./customer-step.tsx')
const bringPayment = () => import('./payment-step.tsx')
const bringPlaced = () => import('./booking-placed.tsx')
export const bringNewPrice = () => import('./agree-new-price.ts')

export const TakenAdvice = later(() => bringAdvice().then((m) => m.TakenAdvice))
export const CustomerStep = later(() => bringCustomer().then((m) => m.CustomerStep))
export const PaymentStep = later(() => bringPayment().then((m) => m.PaymentStep))
export const BookingPlaced = later(() => bringPlaced().then((m) => m.BookingPlaced))

/** Fetches what the first step mostly does without, so that nobody waits for it. */
export function bringLaterSteps(): void {
  Promise.all([bringAdvice(), bringCustomer(), bringPayment(), bringPlaced(), bringNewPrice()]).catch(
    () => {},
  )
}
