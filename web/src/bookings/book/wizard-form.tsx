import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import type { PriceWithExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { rentalDays } from '@twende/contract/bookings/rental-period.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { rentalLines } from '@twende/ui/bookings/rental-lines.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { Form } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useKeptValues } from '@twende/ui/form/use-kept-values.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { ArrowLeft, CalendarDays, ChevronUp, CircleAlert, CircleCheck } from 'lucide-react'
import { type MouseEvent, type Ref, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { openChatWindow } from '../../frame/chat-window.ts'
import type { ChoiceName, Choices } from './booking-choices.ts'
import type { PlacedBooking, Wizard } from './booking-draft.ts'
import { DatesStep, type Places } from './dates-step.tsx'
import { CustomerStep, PaymentStep, TakenAdvice } from './later-steps.ts'
import type { PeriodCheck, usePeriodCheck } from './use-period-check.ts'
import { usePlaceBooking } from './use-place-booking.ts'
import type { WizardFields } from './wizard-fields.ts'
import { type FormStep, fieldLabels, fieldProblems, missingFields } from './wizard-rules.ts'

const line = 'flex min-h-13 items-center gap-3 rounded-md px-4 py-2.5'

const loadSchema = () =>
  import('@twende/contract/bookings/customer-info.ts').then((module) => module.PartialCustomerInfo)

const PeriodCalendar = lazyWithRetry(() =>
  import('./period-calendar.tsx').then((module) => module.PeriodCalendar),
)

type WizardFormProps = {
  car: Car
  wizard: Wizard
  periodCheck: ReturnType<typeof usePeriodCheck>
  price: PriceWithExtras | undefined
  places: Places
}

/** The fields of the first three steps, and the way from one to the next. */
export function WizardForm({ car, wizard, periodCheck, price, places }: WizardFormProps) {
  const { change, goTo } = wizard
  const { choices } = wizard.draft
  const step: FormStep = wizard.step === 4 ? 3 : wizard.step
  const missing = missingFields(step, choices)
  const { check } = periodCheck
  const taken = check.quote?.free === false ? check.quote : undefined
  const { takenHeading, takenRef, showTaken } = useTakenHeading()
  const { placing, submit } = useSubmit(car, wizard, {
    onPeriodRefused: () => {
      periodCheck.askAgain()
      showTaken()
      goTo(1)
    },
    onExtrasRefused: () => {
      periodCheck.askAgain()
      goTo(2)
    },
  })
  const refusedPeriod = periodRefusal(check)
  const form = useWizardFields(step, wizard, refusedPeriod, async () => {
    if (missing.length > 0) return alertPerson(m.book_fields_missing(), 'error')
    if (step === 1 && taken) {
      toast.error(takenReason(car.available, taken), 'taken')
      return takenHeading.current?.focus()
    }
    if (check.state === 'refused') {
      toast.error(check.refusal.message, 'refused')
      if (check.refusal.code === 'extra_not_offered') return goTo(2)
      return refusedPeriod === undefined ? periodCheck.askAgain() : goTo(1)
    }
    const lack = step > 1 ? lackOfExtras(check, choices) : undefined
    if (lack) {
      toast.error(lack, 'refused')
      return step === 3 && goTo(2)
    }
    if (step < 3) return goTo(step === 1 ? 2 : 3)
    if (price) await submit(price.finalAmount)
  })
  const fields: WizardFields = { form, choices, change }
  return (
    // Nothing is complained about in the next step before it was filled in.
    <Form
      form={form}
      className="mt-5 grid grid-cols-1 gap-6 lg:mt-6"
      onDone={() => form.reset(form.getValues())}
    >
      {step === 1 && (
        <>
          <CalendarPanel carId={car._id} choices={choices} onChoose={change} />
          <DatesStep fields={fields} places={places} />
          <PeriodStatus
            check={check}
            available={car.available}
            choices={choices}
            onTake={change}
            takenRef={takenRef}
          />
        </>
      )}
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        {step === 2 && <CustomerStep fields={fields} places={places} check={check} />}
        {step === 3 && <PaymentStep fields={fields} price={price} onChange={goTo} />}
      </Suspense>
      <FormProblem>{form.refusal}</FormProblem>
      <p className="min-h-6 text-sm text-soft lg:hidden">{missingSentence(missing)}</p>
      <WizardBar
        step={step}
        missing={missing}
        pricePerDay={car.price}
        price={price}
        taken={taken !== undefined}
        pending={placing || (step === 3 && check.state === 'asking')}
        onBack={() => goTo(step === 3 ? 2 : 1)}
      />
    </Form>
  )
}

/** The form of a step; the account, the calendar and other fields change its fields too. */
function useWizardFields(
  step: FormStep,
  { draft: { choices }, change }: Wizard,
  refusedPeriod: string | undefined,
  onSubmit: () => Promise<unknown>,
) {
  const form = useAppForm({
    defaultValues: choices,
    bodyOf: customerIn,
    ...(step > 1 && { schema: loadSchema }),
    check: (typed) => ({
      ...(step === 1 &&
        refusedPeriod !== undefined &&
        isSamePeriod(typed, choices) && { endDate: refusedPeriod }),
      ...fieldProblems(step, typed, serverNow()),
    }),
    checkOnLeave: true,
    onSubmit,
  })
  useKeptValues(form, choices, change)
  const { trigger, getFieldState } = form
  useEffect(() => {
    if (step === 1 && (refusedPeriod !== undefined || getFieldState('endDate').invalid))
      void trigger('endDate')
  }, [step, refusedPeriod, trigger, getFieldState])
  return form
}

/** Why the chosen extras cannot be had: more child seats than are free, or no chauffeur who is. */
function lackOfExtras({ quote }: PeriodCheck, { childSeats, chauffeur }: Choices): string | undefined {
  const seats = quote?.childSeatsFree ?? null
  if (seats !== null && Number(childSeats) > seats) return m.book_extras_seats_taken()
  return chauffeur === 'yes' && quote?.chauffeursFree === 0 ? m.book_extras_chauffeur_taken() : undefined
}

/** Why the server refuses the chosen days, said at the drop-off day. */
function periodRefusal(check: PeriodCheck): string | undefined {
  if (check.state !== 'refused') return undefined
  const { code, message } = check.refusal
  return code === 'rental_too_short' || code === 'rental_dates_invalid' ? message : undefined
}

function isSamePeriod(typed: Choices, asked: Choices): boolean {
  return (['startDate', 'endDate', 'pickupTime', 'dropoffTime'] as const).every(
    (name) => typed[name] === asked[name],
  )
}

/** What is filled in of the customer. What is still missing is said beside the button. */
function customerIn({ firstName, lastName, email, phone, licenseNumber, address }: Choices) {
  const customer = Object.entries({ firstName, lastName, email, phone, licenseNumber, address })
  return Object.fromEntries(customer.filter(([, typed]) => typed.trim() !== ''))
}

/** The heading over the ways out of taken dates; it takes the focus once, when the server refused them. */
function useTakenHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useRef(false)
  const takenRef = useCallback((shown: HTMLHeadingElement | null) => {
    heading.current = shown
    if (!shown || !wanted.current) return
    wanted.current = false
    shown.focus()
  }, [])
  const showTaken = () => {
    wanted.current = true
  }
  return { takenHeading: heading, takenRef, showTaken }
}

const SUCCESS = { mpesa: m.book_placed_mpesa, whatsapp: m.book_placed_whatsapp } as const

type Refused = { onPeriodRefused: () => void; onExtrasRefused: () => void }

function useSubmit(car: Car, wizard: Wizard, refused: Refused) {
  const { whatsappNumber } = useSettings()
  const { choices, attempt } = wizard.draft
  const onPlaced = (placed: PlacedBooking) => {
    alertPerson(SUCCESS[placed.data.paymentMethod](), 'success')
    wizard.place(placed)
  }
  const { placing, place } = usePlaceBooking({
    carId: car._id,
    choices,
    attempt,
    saveAttempt: wizard.saveAttempt,
    onPlaced,
    ...refused,
  })
  async function submit(total: number) {
    if (placing) return
    const chat = choices.paymentMethod === 'whatsapp' ? openChatWindow(m.book_chat_opening()) : undefined
    const placed = await place(total)
    if (placed) chat?.go(bookingChat(whatsappNumber, placed.data))
    else chat?.close()
  }
  return { placing, submit }
}

type WizardBarProps = {
  step: FormStep
  missing: readonly ChoiceName[]
  pricePerDay: number
  price: PriceWithExtras | undefined
  taken: boolean
  pending: boolean
  onBack: () => void
}

/** Back, the price so far and the way on: at the bottom edge of phones, below the form elsewhere. */
function WizardBar({ step, missing, pricePerDay, price, taken, pending, onBack }: WizardBarProps) {
  return (
    <StickyBar>
      {step > 1 && (
        <Button variant="secondary" aria-label={m.common_back()} className="px-3 md:px-5" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          <span className="hidden md:inline">{m.common_back()}</span>
        </Button>
      )}
      <div className="min-w-0 flex-1 leading-tight lg:hidden">
        {price ? (
          <>
            <Price ksh={price.finalAmount} size={step === 3 ? 'sm' : 'md'} />
            <span
              className={classes(
                'figures block truncate text-sm',
                taken ? 'font-semibold text-clay-deep' : 'text-soft',
              )}
            >
              {taken ? m.book_not_free() : daysAndPrice(price)}
            </span>
          </>
        ) : (
          <Price ksh={pricePerDay} per={m.book_per_day()} />
        )}
      </div>
      <p id="still-needed" className="hidden flex-1 text-right text-sm text-soft lg:block">
        {missingSentence(missing)}
      </p>
      <Button
        type="submit"
        disabled={missing.length > 0}
        pending={pending}
        onClick={ignoreSecondTap}
        aria-describedby={missing.length > 0 ? 'still-needed' : undefined}
        className="shrink-0 max-md:px-4"
      >
        {step === 3 ? m.book_confirm_button() : m.book_continue_button()}
      </Button>
    </StickyBar>
  )
}

/** `3 days × Ksh 4,500`, where that is the whole price. */
function daysAndPrice(price: PriceWithExtras): string {
  const [line, other] = rentalLines(price)
  return line && !other && price.extras.length === 0 ? line.label : daysInWords(price.totalDays)
}

/** The second tap of a double tap would go on from the next step. */
function ignoreSecondTap(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

/** Why one cannot go on yet. */
function missingSentence(missing: readonly ChoiceName[]): string {
  if (missing.length === 0) return ''
  const labels = fieldLabels()
  return m.book_still_needed({ fields: missing.map((name) => labels[name]).join(', ') })
}

type CalendarPanelProps = {
  carId: string
  choices: Choices
  onChoose: (period: Pick<Choices, 'startDate' | 'endDate'>) => void
}

/** The car's free days, on demand: the date fields above do without it. */
function CalendarPanel({ carId, choices, onChoose }: CalendarPanelProps) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={open}
        icon={open ? <ChevronUp className="size-4" /> : <CalendarDays className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {open ? m.book_calendar_hide() : m.book_calendar_show()}
      </Button>
      {open && (
        <Suspense fallback={<Skeleton className="mt-4 h-[25.5rem] rounded-lg" />}>
          <PeriodCalendar carId={carId} choices={choices} onChoose={onChoose} />
        </Suspense>
      )}
    </div>
  )
}

type PeriodStatusProps = {
  check: PeriodCheck
  /** The operator has not withdrawn the car. */
  available: boolean
  choices: Choices
  onTake: (period: { startDate: string; endDate: string }) => void
  /** Where the focus goes when somebody tries to go on with taken dates. */
  takenRef: Ref<HTMLHeadingElement>
}

/** Whether the car is free on the chosen dates, and if not, the ways out. */
function PeriodStatus({ check, available, choices, onTake, takenRef }: PeriodStatusProps) {
  const taken = check.state === 'known' && !check.quote.free
  return (
    <div className="min-h-13">
      <div role="status">
        <Line check={check} available={available} choices={choices} />
      </div>
      {taken && (
        <Suspense fallback={null}>
          <TakenAdvice
            quote={check.quote}
            reason={takenReason(available, check.quote)}
            choices={choices}
            onTake={onTake}
            headingRef={takenRef}
          />
        </Suspense>
      )}
    </div>
  )
}

function Line({ check, available, choices }: Pick<PeriodStatusProps, 'check' | 'available' | 'choices'>) {
  if (check.state === 'none') {
    return <p className={`${line} bg-sand text-soft`}>{m.book_choose_dates()}</p>
  }
  if (check.state === 'asking') {
    return (
      <p className={`${line} bg-sand text-soft`}>
        <Spinner /> {m.book_checking()}
      </p>
    )
  }
  if (check.state === 'refused') {
    // Shown at the drop-off day.
    if (periodRefusal(check) !== undefined) return <p className="sr-only">{check.refusal.message}</p>
    return (
      <p className={`${line} bg-clay-tint text-clay-deep`}>
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {check.refusal.message}
      </p>
    )
  }
  if (!check.quote.free) return <p className="sr-only">{takenReason(available, check.quote)}</p>
  return (
    <p className={`${line} bg-acacia-tint font-semibold text-acacia-deep`}>
      <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
      {m.book_free({ days: daysInWords(rentalDays(choices.startDate, choices.endDate)) })}
    </p>
  )
}

/** Why the car cannot be had. */
function takenReason(available: boolean, { offered }: BookingQuote): string {
  if (!available) return m.book_unavailable()
  return offered ? m.book_taken() : m.book_not_offered()
}
