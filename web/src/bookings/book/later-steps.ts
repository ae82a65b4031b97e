import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'

const loadAdvice = () => import('./taken-advice.tsx')
const loadCustomer = () => import('./customer-step.tsx')
const loadPayment = () => import('./payment-step.tsx')
const loadPlaced = () => import('./booking-placed.tsx')
export const loadNewPrice = () => import('./agree-new-price.ts')

export const TakenAdvice = lazyWithRetry(() => loadAdvice().then((m) => m.TakenAdvice))
export const CustomerStep = lazyWithRetry(() => loadCustomer().then((m) => m.CustomerStep))
export const PaymentStep = lazyWithRetry(() => loadPayment().then((m) => m.PaymentStep))
export const BookingPlaced = lazyWithRetry(() => loadPlaced().then((m) => m.BookingPlaced))

/** Fetches what the first step mostly does without, so that nobody waits for it. */
export function preloadLaterSteps(): void {
  Promise.all([loadAdvice(), loadCustomer(), loadPayment(), loadPlaced(), loadNewPrice()]).catch(() => {})
}
