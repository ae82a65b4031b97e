import { m } from '@twende/messages'
import { AgreementList, useAgreements } from '@twende/ui/bookings/agreement-list.tsx'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

/** The rental agreement and the return report, to download. */
export function AgreementSection({ booking }: BookingSectionProps) {
  const known = useAgreements(booking._id, booking.status)
  if (!known.isShown) return null
  const first = known.agreements?.data[0]
  return (
    <BookingSection title={m.agreement_list_title()}>
      <AgreementList bookingId={booking._id} known={known} />
      {first && (
        <p className="mt-4 text-sm">
          <Link to={links.checkAgreement(first.number)} className="underline underline-offset-4">
            {m.agreement_list_check()}
          </Link>
        </p>
      )}
    </BookingSection>
  )
}
