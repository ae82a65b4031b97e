import { FINE_PAPER_DAYS } from '@twende/contract/business-constants.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { useEffect, useState } from 'react'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

type Found = Reply<'GET /api/booking/:bookingId/fines'>['data']

/** Traffic fines of the days of a rental, with their papers, and what is owed. Shows nothing where there are none. */
export function FinesSection({ booking: { _id: bookingId, status } }: BookingSectionProps) {
  const [found, setFound] = useState<Found>()
  const wasOut = status === 'active' || status === 'completed'
  useEffect(() => {
    if (!wasOut) return
    const leaving = new AbortController()
    call('GET /api/booking/:bookingId/fines', { params: { bookingId } }, { signal: leaving.signal }).then(
      ({ data }) => setFound(data),
      // Without an answer there is no section.
      () => {},
    )
    return () => leaving.abort()
  }, [bookingId, wasOut])
  if (!found || found.fines.length === 0) return null
  return (
    <BookingSection title={m.fines_section_title()}>
      {found.owed > 0 && (
        <p className="figures mb-4 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          {m.fines_section_owed({ amount: showKsh(found.owed) })}
        </p>
      )}
      <ul className="grid gap-5">
        {found.fines.map((fine) => (
          <li key={fine._id} className="grid gap-2">
            <ShownFine fine={fine} />
          </li>
        ))}
      </ul>
    </BookingSection>
  )
}

function ShownFine({ fine }: { fine: Found['fines'][number] }) {
  const { amount, offenceAt, numberPlate, reference, withdrawnAt, paper } = fine
  return (
    <>
      <p className="figures flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{showInstant(offenceAt)}</span>
        <span className={withdrawnAt ? 'line-through' : ''}>{showKsh(amount)}</span>
      </p>
      {withdrawnAt && <p>{m.fines_section_withdrawn({ time: showInstant(withdrawnAt) })}</p>}
      <p className="figures text-sm text-soft">{m.fines_section_plate({ plate: numberPlate })}</p>
      {reference && (
        <p className="figures text-sm break-words text-soft">{m.fines_section_reference({ reference })}</p>
      )}
      {paper ? (
        <PrivatePicture file={paper} alt={m.fines_section_paper()} className="w-full rounded-md" />
      ) : (
        <p className="text-sm text-soft">{m.fines_section_paper_deleted({ days: FINE_PAPER_DAYS })}</p>
      )}
    </>
  )
}
