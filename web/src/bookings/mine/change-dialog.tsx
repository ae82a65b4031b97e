import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { ChangePreview } from '@twende/contract/bookings/change-record.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { freeTimeOf, mayOnlyExtend } from '@twende/ui/bookings/booking-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { CarChoice, type ChosenCar } from './car-choice.tsx'
import { ChangedPrice, PeriodFields } from './change-parts.tsx'

type ChangeDialogProps = { booking: Booking; open: boolean; onDone: () => void; onClose: () => void }

/** Moving a paid booking to another period or car: what that costs or gives back, and agreeing to it. Import it lazily. */
export function ChangeDialog({ booking, open, onDone, onClose }: ChangeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={m.booking_change_title({ reference: booking.bookingId })}
      description={hintFor(booking)}
      size="sm"
    >
      {open ? (
        <Changing booking={booking} onDone={onDone} onClose={onClose} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function hintFor(booking: Booking): string {
  return mayOnlyExtend(booking)
    ? m.booking_change_extend_hint()
    : m.booking_change_free_hint({ until: showInstant(freeTimeOf(booking).toISOString()) })
}

function Changing({ booking, onDone, onClose }: Omit<ChangeDialogProps, 'open'>) {
  // As it was when the dialog was opened: the page loads the booking again once it has changed.
  const [booked] = useState(booking)
  const [period, setPeriod] = useState(periodOf(booked))
  const [car, setCar] = useState<ChosenCar>()
  const [payment, setPayment] = useState<Payment | null>(null)
  const onlyExtends = mayOnlyExtend(booked)
  const choice = { ...period, carId: car?._id ?? booked.carId }
  const { check, replace } = useChangePreview(booked._id, booked, choice)
  const send = useSendChange(booked._id, choice, replace)
  const [refusal, setRefusal] = useState<string>()
  const [sending, setSending] = useState(false)

  const choose = (chosen: RentalPeriod) => {
    setRefusal(undefined)
    setPeriod(chosen)
  }
  const confirm = async (preview: ChangePreview) => {
    setSending(true)
    setRefusal(undefined)
    try {
      const { message } = await send(preview)
      toast.success(message)
      onDone()
      onClose()
    } catch (error) {
      setRefusal(asRefusal(error).message)
    } finally {
      setSending(false)
    }
  }
  const preview = check.state === 'known' ? check.preview : undefined
  const wrong = check.state === 'refused' ? check.refusal.message : refusal
  return (
    <div className="grid gap-5">
      {!payment && (
        <>
          <PeriodFields booked={booked} period={period} onlyReturn={onlyExtends} onChange={choose} />
          {!onlyExtends && (
            <CarChoice
              booked={booked}
              period={period}
              chosen={car}
              onChoose={(chosen) => {
                setRefusal(undefined)
                setCar(chosen)
              }}
            />
          )}
          {check.state === 'asking' && <p className="text-soft">{m.booking_change_checking()}</p>}
          {preview && <ChangedPrice preview={preview} isOtherCar={car !== undefined} />}
        </>
      )}
      <div role="alert" className="contents">
        {wrong && <FieldError>{wrong}</FieldError>}
      </div>
      {preview && preview.due > 0 && (
        <PayDifference
          booking={booked}
          amount={preview.due}
          askPhone={async (phone) => paymentOf(await send(preview, phone))}
          onChange={(now) => {
            setPayment(now)
            if (now.status === 'paid') onDone()
          }}
        />
      )}
      {preview && preview.due === 0 && (
        <Button pending={sending} onClick={() => void confirm(preview)}>
          {m.booking_change_yes()}
        </Button>
      )}
    </div>
  )
}

const periodOf = ({ startDate, endDate, pickupTime, dropoffTime }: Booking): RentalPeriod => ({
  startDate,
  endDate,
  pickupTime,
  dropoffTime,
})

/** Sends what was agreed to. Where the price has changed, the new one is shown. */
function useSendChange(
  bookingId: string,
  choice: RentalPeriod & { carId: string },
  replace: (preview: ChangePreview) => void,
) {
  const keys = useAttemptKey()
  return async ({ finalAmount, deposit, updatedAt }: ChangePreview, phone?: string) => {
    const shown = { finalAmount, deposit, updatedAt }
    const body = { ...choice, ...shown, ...(phone === undefined ? {} : { phone }) }
    const request = { params: { bookingId }, body }
    try {
      const answer = await call('POST /api/booking/:bookingId/change', request, {
        idempotencyKey: keys.keyOf(request),
      })
      // Another request to the same phone is another attempt.
      keys.done()
      return answer
    } catch (error) {
      const fresh = newPriceOf(error)
      if (fresh) replace(fresh)
      throw error
    }
  }
}

function newPriceOf(error: unknown): ChangePreview | undefined {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return undefined
  const { data } = error
  return typeof data === 'object' && data !== null && 'change' in data
    ? (data.change as ChangePreview)
    : undefined
}

function paymentOf({ payment }: { payment: Payment | null }): Payment {
  if (payment) return payment
  throw new ApiError(0, { code: 'unreachable', message: m.common_unreachable() })
}

type PayDifferenceProps = {
  booking: Booking
  amount: number
  askPhone: (phone: string) => Promise<Payment>
  onChange: (payment: Payment) => void
}

function PayDifference({ booking, amount, askPhone, onChange }: PayDifferenceProps) {
  const { demoPhone } = useSettings()
  return (
    <PayByMpesa
      payment={null}
      amount={amount}
      phone={showPhone(booking.paymentDetails.mpesaNumber || booking.customerInfo.phone)}
      demoPhone={demoPhone}
      askPhone={askPhone}
      onChange={onChange}
    />
  )
}

/** What the server says of a change: `asking` until the answer for just this period is there. */
type ChangeCheck =
  | { state: 'none' | 'asking' }
  | { state: 'known'; preview: ChangePreview }
  | { state: 'refused'; refusal: ApiError }

const TYPING_MS = 350

/** What a booking is to have. */
type Choice = RentalPeriod & { carId: string }

/** Asks what a change of a booking would cost, a moment after it was chosen; nothing while all is as booked. */
function useChangePreview(bookingId: string, booked: Choice, choice: Choice) {
  const [known, setKnown] = useState<{ asked: string; check: ChangeCheck }>()
  const { startDate, endDate, pickupTime, dropoffTime, carId } = choice
  const isSame = keyOf(booked) === keyOf(choice)
  const asked = startDate && endDate && !isSame ? keyOf(choice) : ''

  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const tell = (check: ChangeCheck) => {
      if (!leaving.signal.aborted) setKnown({ asked, check })
    }
    const request = { params: { bookingId }, query: { startDate, endDate, pickupTime, dropoffTime, carId } }
    const timer = setTimeout(() => {
      call('GET /api/booking/:bookingId/change', request, { signal: leaving.signal }).then(
        ({ data }) => tell({ state: 'known', preview: data }),
        (error: unknown) => tell({ state: 'refused', refusal: asRefusal(error) }),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, bookingId, startDate, endDate, pickupTime, dropoffTime, carId])

  const check: ChangeCheck = !asked
    ? { state: 'none' }
    : known?.asked === asked
      ? known.check
      : { state: 'asking' }
  return {
    check,
    replace: (preview: ChangePreview) => setKnown({ asked, check: { state: 'known', preview } }),
  }
}

function keyOf({ startDate, endDate, pickupTime, dropoffTime, carId }: Choice): string {
  return [startDate, pickupTime, endDate, dropoffTime, carId].join(' ')
}
