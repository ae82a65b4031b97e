import { FINE_PAPER_DAYS } from '@twende/contract/business-constants.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { useEffect, useState } from 'react'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { DisputePart } from './dispute-part.tsx'

type Found = Reply<'GET /api/booking/:bookingId/fines'>['data']

/** What is owed for a booking, its unpaid price included, which is paid here, and its traffic fines. Shows nothing where there is neither. */
export function FinesSection({ booking, refresh }: BookingSectionProps) {
  const { _id: bookingId, status, paymentStatus } = booking
  const [found, setFound] = useState<Found>()
  const [round, setRound] = useState(0)
  const [isPaid, setPaid] = useState(false)
  const isUnpaid = status === 'confirmed' && paymentStatus === 'pending'
  // What was just paid is asked once more, also where the booking is shown as paid by then.
  const mayOwe = status === 'active' || status === 'completed' || isUnpaid || isPaid
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again when a fine was disputed or a payment has arrived
  useEffect(() => {
    if (!mayOwe) return
    const leaving = new AbortController()
    call('GET /api/booking/:bookingId/fines', { params: { bookingId } }, { signal: leaving.signal }).then(
      ({ data }) => setFound(data),
      // Without an answer the section stays as it was.
      () => {},
    )
    return () => leaving.abort()
  }, [bookingId, mayOwe, round])
  if (!found || (found.fines.length === 0 && found.owed === 0 && !isPaid)) return null
  const { fines, owed } = found
  const reload = () => setRound((round) => round + 1)
  return (
    <BookingSection title={fines.length > 0 ? m.fines_section_title() : m.fines_section_owed_title()}>
      {owed > 0 && (
        <Owed
          key={owed}
          booking={booking}
          found={found}
          onPaid={() => {
            setPaid(true)
            reload()
            refresh()
          }}
        />
      )}
      {isPaid && owed === 0 && (
        <p role="status" className="mb-4 rounded-md bg-acacia-tint px-4 py-3">
          {m.fines_section_paid()}
        </p>
      )}
      <ul className="grid gap-5">
        {fines.map((fine) => (
          <li key={fine._id} className="grid gap-2">
            <ShownFine fine={fine} />
            <Dispute bookingId={bookingId} fine={fine} onDisputed={reload} />
          </li>
        ))}
      </ul>
    </BookingSection>
  )
}

type OwedProps = { booking: BookingSectionProps['booking']; found: Found; onPaid: () => void }

/** What is owed, and paying it by M-Pesa. */
function Owed({ booking, found: { fines, owed }, onPaid }: OwedProps) {
  const [paying, setPaying] = useState(false)
  const { demoPhone } = useSettings()
  const ofFines = fines.reduce((sum, fine) => sum + fine.charged, 0)
  return (
    <div className="mb-5 grid gap-4">
      <div className="figures rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
        <p>{m.fines_section_owed({ amount: showKsh(owed) })}</p>
        {fines.length > 0 && owed > ofFines && (
          <p>{m.fines_section_owed_charges({ amount: showKsh(owed - ofFines) })}</p>
        )}
      </div>
      {paying ? (
        <PayByMpesa
          payment={null}
          amount={owed}
          phone={showPhone(booking.customerInfo.phone)}
          demoPhone={demoPhone}
          askPhone={async (phone) => {
            const body = { purpose: 'booking', purchaseId: booking._id, phone } as const
            return (await call('POST /api/payment/start', { body })).data
          }}
          onChange={({ status }) => status === 'paid' && onPaid()}
        />
      ) : (
        <Button size="sm" className="justify-self-start" onClick={() => setPaying(true)}>
          {m.fines_section_pay_button()}
        </Button>
      )}
    </div>
  )
}

type FineOf = Found['fines'][number]

type DisputeProps = { bookingId: string; fine: FineOf; onDisputed: () => void }

function Dispute({ bookingId, fine, onDisputed }: DisputeProps) {
  const { _id, offenceAt, withdrawnAt, dispute, disputableUntil } = fine
  const isOpen = serverNow() <= new Date(disputableUntil)
  const time = showInstant(disputableUntil)
  const isDisputable = !dispute && withdrawnAt === null
  return (
    <>
      {isDisputable && (
        <p className="text-sm text-soft">
          {isOpen ? m.fines_section_dispute_until({ time }) : m.fines_section_dispute_over({ time })}
        </p>
      )}
      <DisputePart
        bookingId={bookingId}
        of={{ fine: _id }}
        label={showInstant(offenceAt)}
        dispute={dispute}
        isOpen={isOpen && isDisputable}
        onDisputed={onDisputed}
      />
    </>
  )
}

function ShownFine({ fine }: { fine: FineOf }) {
  const { amount, offenceAt, numberPlate, reference, withdrawnAt, dispute, paper } = fine
  return (
    <>
      <p className="figures flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{showInstant(offenceAt)}</span>
        <span className={classes('shrink-0', withdrawnAt && 'line-through')}>{showKsh(amount)}</span>
      </p>
      {withdrawnAt && dispute?.withdrawn !== amount && (
        <p>{m.fines_section_withdrawn({ time: showInstant(withdrawnAt) })}</p>
      )}
      <p className="figures text-sm text-soft">{m.fines_section_plate({ plate: numberPlate })}</p>
      {reference && <p className="figures text-sm text-soft">{m.fines_section_reference({ reference })}</p>}
      {paper ? (
        <PrivatePicture file={paper} alt={m.fines_section_paper()} className="w-full rounded-md" />
      ) : (
        <p className="text-sm text-soft">{m.fines_section_paper_deleted({ days: FINE_PAPER_DAYS })}</p>
      )}
    </>
  )
}
