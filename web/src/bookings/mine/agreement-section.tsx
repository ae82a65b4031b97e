import { m } from '@twende/messages'
import { AgreementList, useAgreements } from '@twende/ui/bookings/agreement-list.tsx'
import { links } from '../../links.ts'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

/** The rental agreement and the return report, to download. */
export function AgreementSection({ booking }: BookingSectionProps) {
  const agreements = useAgreements(booking._id, booking.status)
  if (!agreements) return null
  const [first] = agreements.data
  if (!first && agreements.beingMade.length === 0) return null
  return (
    <BookingSection title={m.agreement_list_title()}>
      <AgreementList bookingId={booking._id} agreements={agreements} />
      {first && (
        <p className="mt-4 text-sm">
          <a href={links.checkAgreement(first.number)} className="underline underline-offset-4">
            {m.agreement_list_check()}
          </a>
        </p>
      )}
    </BookingSection>
  )
}
