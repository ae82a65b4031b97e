import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { Button, buttonClasses } from '@twende/ui/controls/button.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarDays, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { StatusBadge } from '../status-badge.tsx'
import { AvailabilitySwitch } from './availability-switch.tsx'
import { fleetCarHref } from './fleet-search.ts'
import { fleetState, nextWords } from './fleet-words.ts'
import type { Leaving } from './retire-dialog.tsx'

type FleetRowProps = { car: FleetCar; onLeave: (kind: Leaving['kind']) => void }

/** One car: what it is, what is next, and what can be done with it. */
export function FleetRow({ car, onLeave }: FleetRowProps) {
  const state = fleetState(car)
  return (
    <article
      aria-label={car.name}
      className="grid gap-3 p-3 sm:p-4 lg:grid-cols-[minmax(0,1fr)_13rem_auto] lg:items-center lg:gap-6"
    >
      <div className="flex min-w-0 gap-3">
        <Picture
          address={car.image || undefined}
          placeholder={car.pictures[0]?.placeholder}
          alt=""
          sizes="112px"
          ratio="4/3"
          className="w-28 shrink-0 self-start rounded-sm"
        />
        <div className="min-w-0">
          <h2 className="text-lg leading-tight">
            <Link to={fleetCarHref(car._id)} className="hover:underline hover:underline-offset-4">
              {car.name}
            </Link>
          </h2>
          <p className="figures font-semibold">
            {showKsh(car.price)} <span className="font-normal text-soft">a day</span>
          </p>
          <p className="truncate text-sm text-soft">
            {car.category}, {car.location}
          </p>
          <StatusBadge tone={state.tone} className="mt-1.5">
            {state.word}
          </StatusBadge>
        </div>
      </div>
      <div className="text-sm">
        <p className="font-semibold">{nextWords(car).head}</p>
        <p className="figures text-soft">{nextWords(car).detail}</p>
        {!car.retiredAt && (
          <Link
            to={links.calendar({ search: car.name })}
            aria-label={`Calendar of ${car.name}`}
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4"
          >
            <CalendarDays aria-hidden="true" className="size-4" />
            Calendar
          </Link>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:justify-end">
        {car.retiredAt ? (
          <Button size="sm" variant="secondary" onClick={() => onLeave('restore')}>
            Restore
          </Button>
        ) : (
          <AvailabilitySwitch car={car} />
        )}
        <Link
          to={fleetCarHref(car._id)}
          aria-label={`Edit ${car.name}`}
          className={buttonClasses({ variant: 'secondary', size: 'sm' })}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Link>
        {!car.retiredAt && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Retire ${car.name}`}
            onClick={() => onLeave('retire')}
          >
            Retire
          </Button>
        )}
      </div>
    </article>
  )
}
