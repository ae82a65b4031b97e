import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { useRouteLoaderData } from 'react-router'

/** What the root page loads for all pages. */
export type RootData = { settings: AppSettings }

const closed: AppSettings = {
  businessName: 'Twende',
  whatsappNumber: '',
  publicUrl: '',
  demoPhone: false,
  mpesa: { businessName: '', businessNumber: '', type: 'paybill', accountHint: '' },
  bookingHoldMinutes: { mpesa: 15, whatsapp: 120 },
}

/** The public settings of this installation. */
export function useSettings(): AppSettings {
  const data: RootData | undefined = useRouteLoaderData('root')
  return data?.settings ?? closed
}
