import { showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import { termsOfRenting } from '@twende/contract/bookings/terms-of-renting.ts'
import {
  BOOKING_HORIZON_DAYS,
  LONGEST_RENTAL_DAYS,
  MPESA_LARGEST_PAYMENT,
} from '@twende/contract/business-constants.ts'
import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { planLabel, REMINDER_DAYS } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { useSettings } from '@twende/ui/api/settings.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/terms-page'
import { type LegalSection, LegalText } from './legal-text.tsx'

/** What holds for rented cars. */
const termsOfRentals = ({
  bookingHoldMinutes: hold,
  cancellation,
  rentalTerms,
}: AppSettings): readonly LegalSection[] => [
  {
    id: 'booking',
    title: m.terms_booking_title(),
    body: [
      m.terms_booking_price({ longest: LONGEST_RENTAL_DAYS, horizon: BOOKING_HORIZON_DAYS }),
      m.terms_booking_unpaid({ mpesa: showMinutes(hold.mpesa), whatsapp: showMinutes(hold.whatsapp) }),
      m.terms_booking_confirmed({ most: showKsh(MPESA_LARGEST_PAYMENT) }),
      m.terms_booking_late(),
    ],
  },
  ...termsOfRenting(cancellation, rentalTerms),
]

const WRITTEN = '2026-11-27'

/** What holds now: prices, times and shares are those of the settings. */
const termsOf = (settings: AppSettings): readonly LegalSection[] => [
  {
    id: 'who',
    title: m.terms_who_title(),
    body: [m.terms_who_text(), m.terms_who_account()],
  },
  ...termsOfRentals(settings),
  {
    id: 'selling',
    title: m.terms_selling_title(),
    body: [
      m.terms_selling_price(),
      settings.listingPlans.map(({ months, price }) =>
        m.terms_selling_plan({ plan: planLabel(months), price: showKsh(price) }),
      ),
      m.terms_selling_time({ days: daysList() }),
      m.terms_selling_own(),
      m.terms_selling_message(),
    ],
  },
  {
    id: 'verified',
    title: m.terms_verified_title(),
    body: [m.terms_verified_text(), m.terms_verified_check(), m.terms_verified_removed()],
  },
  {
    id: 'listing-refunds',
    title: m.terms_refund_title(),
    body: [m.terms_refund_text()],
  },
  {
    id: 'shop',
    title: m.terms_shop_title(),
    body: [
      m.terms_shop_order({
        mpesa: showMinutes(settings.orderHoldMinutes.mpesa),
        whatsapp: showMinutes(settings.orderHoldMinutes.whatsapp),
      }),
      m.terms_shop_return(),
      m.terms_shop_warranty(),
    ],
  },
  {
    id: 'services',
    title: m.terms_services_title(),
    body: [m.terms_services_text()],
  },
  {
    id: 'fair-use',
    title: m.terms_use_title(),
    body: [m.terms_use_text(), m.terms_use_pin()],
  },
  {
    id: 'liability',
    title: m.terms_liability_title(),
    body: [m.terms_liability_text()],
  },
  {
    id: 'law',
    title: m.terms_law_title(),
    body: [m.terms_law_text()],
  },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.terms_title(),
    description: m.terms_meta_description(),
    path: links.terms,
    matches,
  })

export default function TermsPage() {
  const settings = useSettings()
  return (
    <LegalText
      title={m.terms_title()}
      lead={m.terms_lead()}
      changed={termsChanged(settings)}
      sections={termsOf(settings)}
    />
  )
}

/** The day on which the text changed last, or a figure in it. */
function termsChanged({ termsChangedAt }: AppSettings): Day {
  const figures = termsChangedAt === null ? '' : nairobiDay(new Date(termsChangedAt))
  return figures > WRITTEN ? figures : WRITTEN
}

function daysList(): string {
  return new Intl.ListFormat(`${getLocale()}-KE`, { type: 'conjunction' }).format(REMINDER_DAYS.map(String))
}
