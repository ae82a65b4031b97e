import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { ChangeableCar } from '@twende/contract/bookings/change-record.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CatalogName } from '../../content/catalog-name.ts'

export type ChosenCar = ChangeableCar['car']

type CarChoiceProps = {
  booked: Booking
  period: RentalPeriod
  /** Undefined: the car that was booked. */
  chosen: ChosenCar | undefined
  onChoose: (car: ChosenCar | undefined) => void
}

/** The car of a changed booking, and a list of those that could be had instead. */
export function CarChoice({ booked, period, chosen, onChoose }: CarChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const choose = (car: ChosenCar | undefined) => {
    onChoose(car)
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <section aria-labelledby="change-car-title">
      <h3 id="change-car-title" className="mb-1.5 text-sm font-semibold">
        {m.booking_change_car_title()}
      </h3>
      <CarRow
        image={chosen?.image ?? booked.carImage}
        name={chosen?.name ?? booked.carName}
        facts={<CatalogName kind="vehicle" name={chosen?.category ?? booked.carCategory} />}
      />
      <Button
        ref={toggle}
        variant="secondary"
        size="sm"
        className="mt-3"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.booking_change_car_close() : m.booking_change_car_button()}
      </Button>
      {isOpen && <FreeCars booked={booked} period={period} chosen={chosen} onChoose={choose} />}
    </section>
  )
}

type Found = { period: string; cars?: readonly ChangeableCar[]; refusal?: string }

function FreeCars({ booked, period, chosen, onChoose }: CarChoiceProps) {
  const [found, setFound] = useState<Found>()
  const { startDate, endDate, pickupTime, dropoffTime } = period
  const key = [startDate, pickupTime, endDate, dropoffTime].join(' ')
  const isChosen = startDate !== '' && endDate !== ''
  const bookingId = booked._id
  useEffect(() => {
    if (!isChosen) return
    const leaving = new AbortController()
    const request = { params: { bookingId }, query: { startDate, endDate, pickupTime, dropoffTime } }
    call('GET /api/booking/:bookingId/change/cars', request, { signal: leaving.signal }).then(
      ({ data }) => setFound({ period: key, cars: data }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFound({ period: key, refusal: asRefusal(error).message })
      },
    )
    return () => leaving.abort()
  }, [key, isChosen, bookingId, startDate, endDate, pickupTime, dropoffTime])
  const cars = found?.period === key ? found.cars : undefined
  const others = cars?.filter(({ car }) => car._id !== chosen?._id)
  return (
    <div className="mt-4" aria-live="polite">
      {found?.period === key && found.refusal && <FieldError>{found.refusal}</FieldError>}
      {isChosen && found?.period !== key && <p className="text-soft">{m.booking_change_cars_checking()}</p>}
      {others && (
        <>
          <p className="mb-2 text-sm font-semibold">
            {others.length > 0 ? m.booking_change_cars_title() : m.booking_change_cars_none()}
          </p>
          <ul className="grid grid-cols-1 gap-2">
            {chosen && (
              <li>
                <CarButton onClick={() => onChoose(undefined)}>
                  <CarRow image={booked.carImage} name={booked.carName} facts={m.booking_change_car_own()} />
                </CarButton>
              </li>
            )}
            {others.map(({ car, difference }) => (
              <li key={car._id}>
                <CarButton onClick={() => onChoose(car)}>
                  <CarRow
                    image={car.image}
                    name={car.name}
                    facts={m.booking_change_car_facts({
                      seats: car.seats,
                      gears: transmissionLabels[car.transmission](),
                    })}
                    price={differenceInWords(difference)}
                  />
                </CarButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function CarButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="block w-full rounded-md border border-line bg-card p-2 pr-4 text-left hover:border-ink"
    >
      {children}
    </button>
  )
}

type CarRowProps = { image: string; name: string; facts: ReactNode; price?: string }

function CarRow({ image, name, facts, price }: CarRowProps) {
  return (
    <span className="flex items-center gap-3">
      <Picture address={image} alt="" ratio="4/3" sizes="72px" className="w-18 shrink-0 rounded-sm" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-soft">{facts}</span>
        {price && <span className="figures block text-sm font-semibold">{price}</span>}
      </span>
    </span>
  )
}

function differenceInWords(difference: number): string {
  if (difference === 0) return m.booking_change_car_same()
  const amount = showKsh(Math.abs(difference))
  return difference > 0 ? m.booking_change_car_more({ amount }) : m.booking_change_car_less({ amount })
}
