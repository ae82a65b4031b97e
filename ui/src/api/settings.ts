import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { useRevalidator, useRouteLoaderData } from 'react-router'

/** What the root page loads for all pages. */
export type RootData = {
  settings: AppSettings
  /** Names of categories and places in the language of the page, by kind and name together. */
  catalogNames?: ReadonlyMap<string, string> | undefined
}

/** Where they could not be read no page is drawn: the frame around the error asks for a number, and gets none. */
const closed: AppSettings = {
  businessName: 'Twende',
  whatsappNumber: '',
  publicUrl: '',
  demoPhone: false,
  mpesa: { businessName: '', businessNumber: '', type: 'paybill', accountHint: '' },
  bookingHoldMinutes: { mpesa: 0, whatsapp: 0 },
  orderHoldMinutes: { mpesa: 0, whatsapp: 0 },
  listingPlans: [{ months: 0, price: 0 }],
  cancellation: CANCELLATION_POLICY,
  rentalTerms: RENTAL_TERMS,
  termsChangedAt: null,
}

/** The public settings of this installation. */
export function useSettings(): AppSettings {
  return useRootData()?.settings ?? closed
}

function useRootData(): RootData | undefined {
  return useRouteLoaderData('root')
}

let outdated: RootData | undefined

/** Answers how to read the settings again, with whatever else the page shows. */
export function useFreshSettings(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const shown = useRootData()
  return () => {
    outdated = shown
    return revalidate()
  }
}

/** Whether somebody asked for fresh settings since they were read last; the router may ask that more than once. */
export function areOutdated(): boolean {
  return outdated !== undefined
}

/** Reads the settings; where that fails the outdated ones stay, to be read again with the next page. */
export async function freshSettings(read: () => Promise<RootData>): Promise<RootData> {
  const had = outdated
  outdated = undefined
  try {
    return await read()
  } catch (error) {
    if (!had) throw error
    outdated = had
    return had
  }
}
