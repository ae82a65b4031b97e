import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { LISTING_PLANS } from '@twende/contract/listings/listing-plan.ts'
import { useRevalidator, useRouteLoaderData } from 'react-router'

/** What the root page loads for all pages. */
export type RootData = { settings: AppSettings }

const closed: AppSettings = {
  businessName: 'Twende',
  whatsappNumber: '',
  publicUrl: '',
  demoPhone: false,
  mpesa: { businessName: '', businessNumber: '', type: 'paybill', accountHint: '' },
  bookingHoldMinutes: { mpesa: 15, whatsapp: 120 },
  listingPlans: [...LISTING_PLANS],
  cancellation: CANCELLATION_POLICY,
  termsChangedAt: null,
}

/** The public settings of this installation. */
export function useSettings(): AppSettings {
  const data: RootData | undefined = useRouteLoaderData('root')
  return data?.settings ?? closed
}

let outdated = false

/** Answers how to read the settings again, with whatever else the page shows. */
export function useFreshSettings(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return () => {
    outdated = true
    return revalidate()
  }
}

/** Whether somebody asked for fresh settings since they were read last. */
export function takeOutdated(): boolean {
  const was = outdated
  outdated = false
  return was
}
