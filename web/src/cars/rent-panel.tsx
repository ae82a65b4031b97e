import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { rentalLines } from '@twende/ui/bookings/rental-lines.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CircleAlert, Gauge, MapPin, ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import { useCatalogNames } from '../content/catalog-name.ts'
import { useRentCar } from './use-rent-car.ts'
import type { ChosenStay } from './use-stay.ts'

// In the server's HTML at once; its scripts come after the first view.
const StayFields = lazyWithRetry(() => import('./stay-fields.tsx').then((module) => module.StayFields))

type RentPanelProps = { today: string; car: Car; stay: ChosenStay }

/** The price of one's stay and the way to book it. */
export function RentPanel({ today, car, stay }: RentPanelProps) {
  const nameOf = useCatalogNames()
  return (
    <div className="mt-6 flex flex-col gap-5">
      <Suspense fallback={<Skeleton className="h-42" />}>
        <StayFields today={today} search={stay.search} onChange={stay.change} stacked />
      </Suspense>
      <StayAnswer car={car} stay={stay} />
      <span className="hidden md:block">
        <RentButton car={car} stay={stay} wide />
      </span>
      <ul className="flex flex-col gap-3 border-t border-line pt-5 [&_li]:flex [&_li]:items-start [&_li]:gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-acacia">
        <li>
          <MapPin aria-hidden="true" />
          {m.car_page_pickup({ location: nameOf('location', car.location) })}
        </li>
        <li>
          <Gauge aria-hidden="true" />
          {m.car_page_km({ km: car.kmPerDay })}
        </li>
        {car.deposit > 0 && (
          <li>
            <ShieldCheck aria-hidden="true" />
            {m.car_page_deposit({ deposit: showKsh(car.deposit) })}
          </li>
        )}
      </ul>
    </div>
  )
}

/** The same on phones, always within reach of the thumb. */
export function RentBar({ car, stay }: Omit<RentPanelProps, 'today'>) {
  const known = stay.quote.state === 'known' ? stay.quote.quote : undefined
  return (
    <div className="contents md:hidden">
      <StickyBar>
        <span className="flex-1">
          {known ? (
            <Price ksh={known.finalAmount} per={daysInWords(known.totalDays)} />
          ) : (
            <Price ksh={car.price} per={m.common_day()} />
          )}
        </span>
        <RentButton car={car} stay={stay} />
      </StickyBar>
    </div>
  )
}

function RentButton({ car, stay, wide }: { car: Car; stay: ChosenStay; wide?: boolean }) {
  const rentCar = useRentCar()
  const taken = stay.quote.state === 'known' && !stay.quote.quote.free
  const rentable = car.available && !taken
  return (
    <Button size="lg" wide={wide} disabled={!rentable} onClick={() => rentCar(car._id, stay.chosen)}>
      {rentable ? m.fleet_rent_this_car() : m.fleet_unavailable()}
    </Button>
  )
}

function StayAnswer({ car, stay }: { car: Car; stay: ChosenStay }) {
  const { quote } = stay
  // As high as the price of a stay, so that the button below does not move away when the answer comes.
  return (
    <div aria-live="polite" className={quote.state === 'none' ? 'min-h-16' : 'min-h-24'}>
      {quote.state === 'none' && <Price ksh={car.price} per={m.common_day()} size="lg" />}
      {quote.state === 'asking' && <p className="text-soft">{m.car_page_checking()}</p>}
      {quote.state === 'failed' && <Problem>{quote.message}</Problem>}
      {quote.state === 'known' && quote.quote.free && <StayPrice quote={quote.quote} />}
      {quote.state === 'known' && !quote.quote.free && <StayTaken quote={quote.quote} stay={stay} />}
    </div>
  )
}

function StayPrice({ quote }: { quote: BookingQuote }) {
  return (
    <div>
      <Price ksh={quote.finalAmount} per={daysInWords(quote.totalDays)} size="lg" />
      <ul className="figures my-1 text-soft">
        {rentalLines(quote).map(({ label, amount }) => (
          <li key={label} className="flex justify-between gap-2">
            <span>{label}</span> <span className="shrink-0">{showKsh(amount)}</span>
          </li>
        ))}
      </ul>
      <p>{m.car_page_free()}</p>
    </div>
  )
}

function StayTaken({ quote, stay }: { quote: BookingQuote; stay: ChosenStay }) {
  const next = quote.nextFree
  return (
    <div className="flex flex-col gap-3">
      <Problem>{quote.offered ? m.car_page_taken() : m.car_page_not_offered()}</Problem>
      {next && (
        <Button variant="secondary" onClick={() => stay.change(next)}>
          {m.car_page_take_instead({ from: showDay(next.startDate), to: showDay(next.endDate) })}
        </Button>
      )}
    </div>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-clay-tint px-4 py-3 font-medium text-clay-deep">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  )
}
