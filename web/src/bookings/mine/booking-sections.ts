import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import type { BookingSectionProps } from './booking-section.tsx'

/**
 * The sections of the page of a booking, in their order. Each is a file of its own that is loaded when the page is shown;
 * it shows nothing where it has nothing to say. The id is its anchor in the address.
 */
export const bookingSections = [
  section('payment', async () => (await import('./payment-section.tsx')).PaymentSection),
  section('drivers', async () => (await import('./drivers-section.tsx')).DriversSection),
  section('agreement', async () => (await import('./agreement-section.tsx')).AgreementSection),
  section('deposit', async () => (await import('./deposit-section.tsx')).DepositSection),
  section('changes', async () => (await import('./changes-section.tsx')).ChangesSection),
  section('details', async () => (await import('./details-section.tsx')).DetailsSection),
  section('condition', async () => (await import('./condition-section.tsx')).ConditionSection),
  section('history', async () => (await import('./history-section.tsx')).HistorySection),
  section('help', async () => (await import('./help-section.tsx')).HelpSection),
]

function section(id: string, load: Parameters<typeof lazyWithRetry<BookingSectionProps>>[0]) {
  return { id, Section: lazyWithRetry(load) }
}
