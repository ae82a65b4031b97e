import { m } from '@twende/messages'
import { AgreementList, useAgreements } from '@twende/ui/bookings/agreement-list.tsx'
import { DetailPanel } from '../frame/detail-panel.tsx'

/** The rental agreement and the return report of a booking, to download; nothing until there is one. */
export function AgreementPanel({ bookingId, status }: { bookingId: string; status: string }) {
  const agreements = useAgreements(bookingId, status)
  if (!agreements || agreements.data.length + agreements.beingMade.length === 0) return null
  return (
    <DetailPanel as="h2" title={m.agreement_list_title()}>
      <AgreementList bookingId={bookingId} agreements={agreements} />
    </DetailPanel>
  )
}
