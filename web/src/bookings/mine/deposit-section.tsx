import type { Deposit } from '@twende/contract/bookings/deposit.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Suspense, useEffect, useState } from 'react'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

const KeptParts = lazyWithRetry(() => import('./kept-parts.tsx').then((module) => module.KeptParts))

/** The deposit of a booking: to be paid, held, kept in part, going back. Shows nothing where there is none. */
export function DepositSection({ booking, refresh }: BookingSectionProps) {
  const [deposit, setDeposit] = useState<Deposit | null>(null)
  const [paying, setPaying] = useState(false)
  const [round, setRound] = useState(0)
  const bookingId = booking._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again when the booking, the payment or a dispute has changed
  useEffect(() => {
    const leaving = new AbortController()
    const request = { params: { bookingId } }
    call('GET /api/booking/:bookingId/deposit', request, { signal: leaving.signal }).then(
      ({ data }) => setDeposit(data.deposit),
      // Without an answer the section stays as it was.
      () => {},
    )
    return () => leaving.abort()
  }, [bookingId, booking.status, booking.carId, round])
  const words = deposit && wordsFor(deposit, booking.status)
  if (!deposit || !(words || deposit.kept.length > 0)) return null
  const reload = () => setRound((round) => round + 1)
  const isPayable = deposit.due > 0 && booking.status === 'confirmed'
  return (
    <BookingSection
      title={m.deposit_section_title()}
      action={
        isPayable &&
        !paying && (
          <Button size="sm" onClick={() => setPaying(true)}>
            {m.deposit_section_pay_button()}
          </Button>
        )
      }
    >
      {words && <p>{words}</p>}
      {deposit.kept.length > 0 && (
        <Suspense fallback={null}>
          <KeptParts bookingId={bookingId} kept={deposit.kept} onDisputed={reload} />
        </Suspense>
      )}
      {paying && isPayable && (
        <PayDeposit
          deposit={deposit}
          phone={showPhone(booking.customerInfo.phone)}
          onPaid={() => {
            reload()
            refresh()
          }}
        />
      )}
    </BookingSection>
  )
}

type PayDepositProps = { deposit: Deposit; phone: string; onPaid: () => void }

function PayDeposit({ deposit: { _id: purchaseId, due }, phone, onPaid }: PayDepositProps) {
  const { demoPhone } = useSettings()
  return (
    <div className="mt-4">
      <PayByMpesa
        payment={null}
        amount={due}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={async (to) => {
          const body = { purpose: 'deposit', purchaseId, phone: to } as const
          return (await call('POST /api/payment/start', { body })).data
        }}
        onChange={({ status }) => status === 'paid' && onPaid()}
      />
    </div>
  )
}

function wordsFor(deposit: Deposit, status: BookingSectionProps['booking']['status']): string {
  const { due, held, owedBack, returned, moved, waived, returnBy } = deposit
  if (due > 0) return status === 'confirmed' ? m.deposit_section_due({ amount: showKsh(due) }) : ''
  if (held > 0) {
    const amount = showKsh(held)
    return returnBy
      ? m.deposit_section_held_until({ amount, time: showInstant(returnBy) })
      : m.deposit_section_held({ amount })
  }
  if (owedBack > 0) return m.deposit_section_owed_back({ amount: showKsh(owedBack) })
  if (returned > 0) return m.deposit_section_returned({ amount: showKsh(returned) })
  if (moved > 0) return m.deposit_section_moved({ amount: showKsh(moved) })
  return waived ? m.deposit_section_waived() : ''
}
