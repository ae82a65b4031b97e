import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { type FocusEvent, Suspense, useCallback, useRef, useState } from 'react'
import type { PlacedBooking } from './booking-draft.ts'
import { CalendarPanel } from './calendar-panel.tsx'
import { openChatWindow } from './chat-window.ts'
import { DatesStep, type Places } from './dates-step.tsx'
import { CustomerStep, PaymentStep } from './later-steps.ts'
import { StayVerdict, takenWords } from './stay-verdict.tsx'
import type { Wizard } from './use-booking-draft.ts'
import { usePlaceBooking } from './use-place-booking.ts'
import type { useStayCheck } from './use-stay-check.ts'
import { neededWords, WizardBar } from './wizard-bar.tsx'
import { type FormStep, fieldProblems, MISSING, missingFields, type Problems } from './wizard-rules.ts'

type WizardFormProps = {
  car: Car
  wizard: Wizard
  stayCheck: ReturnType<typeof useStayCheck>
  price: RentalPrice | undefined
  places: Places
}

/** The fields of the first three steps, and the way from one to the next. */
export function WizardForm({ car, wizard, stayCheck, price, places }: WizardFormProps) {
  const { change, goTo } = wizard
  const { choices } = wizard.draft
  const step: FormStep = wizard.step === 4 ? 3 : wizard.step
  const missing = missingFields(step, choices)
  const { problems, shown, reveal } = useProblems(fieldProblems(step, choices, serverNow()))
  const isTaken = stayCheck.check.quote?.free === false
  const { takenHeading, takenRef, showTaken } = useTakenHeading()
  const form = useRef<HTMLFormElement>(null)
  const { placing, submit } = useSubmit(car, wizard, () => {
    stayCheck.askAgain()
    showTaken()
    goTo(1)
  })
  const focusOn = (name: string | undefined) =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  function goOn() {
    if (missing.length > 0) {
      alertPerson(MISSING, 'error')
      return focusOn(missing[0])
    }
    const wrong = Object.keys(problems)
    if (wrong.length > 0) {
      reveal(wrong)
      return focusOn(wrong[0])
    }
    if (step === 1 && isTaken) {
      toast.error(takenWords(car.available), 'taken')
      return takenHeading.current?.focus()
    }
    if (step < 3) return goTo(step === 1 ? 2 : 3)
    if (price) void submit(price.finalAmount)
  }

  const fields = { choices, change, problems: shown }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
      onBlur={(event: FocusEvent<HTMLFormElement, HTMLElement>) =>
        reveal([event.target.getAttribute('name')])
      }
      className="mt-5 grid grid-cols-1 gap-6 lg:mt-6"
    >
      {step === 1 && (
        <>
          <CalendarPanel carId={car._id} choices={choices} onChoose={change} />
          <DatesStep form={fields} places={places} />
          <StayVerdict
            check={stayCheck.check}
            available={car.available}
            choices={choices}
            onTake={change}
            takenRef={takenRef}
          />
        </>
      )}
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        {step === 2 && <CustomerStep form={fields} />}
        {step === 3 && <PaymentStep form={fields} total={price?.finalAmount ?? 0} onChange={goTo} />}
      </Suspense>
      <p className="min-h-6 text-sm text-soft lg:hidden">{neededWords(missing)}</p>
      <WizardBar
        step={step}
        missing={missing}
        pricePerDay={car.price}
        price={price}
        taken={isTaken}
        pending={placing}
        onBack={() => goTo(step === 3 ? 2 : 1)}
      />
    </form>
  )
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

/** Complaints wait until a field was left, or until somebody wants to go on. */
function useProblems(problems: Problems) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shown: Problems = Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)))
  const reveal = (names: readonly (string | null)[]) => {
    const added = names.filter((name) => name !== null)
    setLeft((before) => new Set([...before, ...added]))
  }
  return { problems, shown, reveal }
}

const SUCCESS = {
  mpesa: 'Booking submitted successfully! M-Pesa payment processing will begin shortly.',
  whatsapp: 'Booking submitted successfully! You will be redirected to WhatsApp to complete your booking.',
} as const

function useSubmit(car: Car, wizard: Wizard, onStayRefused: () => void) {
  const { whatsappNumber } = useSettings()
  const { choices, attempt } = wizard.draft
  const onPlaced = (placed: PlacedBooking) => {
    alertPerson(SUCCESS[placed.data.paymentMethod], 'success')
    wizard.place(placed)
  }
  const { placing, place } = usePlaceBooking({
    carId: car._id,
    choices,
    attempt,
    keepAttempt: wizard.keepAttempt,
    onPlaced,
    onStayRefused,
  })
  async function submit(total: number) {
    if (placing) return
    const chat = choices.paymentMethod === 'whatsapp' ? openChatWindow() : undefined
    const placed = await place(total)
    if (placed) chat?.go(bookingChat(whatsappNumber, placed.data))
    else chat?.close()
  }
  return { placing, submit }
}
