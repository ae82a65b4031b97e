import { showInstant } from '@twende/contract/calendar-day.ts'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button, buttonClasses } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarDays, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { aboveRowLink, RowLink } from '../list/list-rows.tsx'
import type { Leaving } from './retire-dialog.tsx'

type Shown = { car: FleetCar }

/** One car: what it is, what it costs, how it stands. */
export function FleetCarCell({ car }: Shown) {
  const state = fleetState(car)
  return (
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
        <RowLink to={links.car(car._id)} id={car._id}>
          {car.name}
        </RowLink>
        <p className="figures font-semibold">
          <Sentence
            text={m.admin_fleet_price_per_day({ price: showKsh(car.price) })}
            marks={{ soft: (text) => <span className="font-normal text-soft">{text}</span> }}
          />
        </p>
        <p className="text-sm text-soft">
          {car.category}, {car.location}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <StatusBadge tone={state.tone}>{state.word}</StatusBadge>
          {car.numberPlate && <NumberPlate>{car.numberPlate}</NumberPlate>}
        </p>
      </div>
    </div>
  )
}

/** The plate as it is on the car. */
export function NumberPlate({ children }: { children: string }) {
  return (
    <span className="figures inline-block rounded-sm border border-edge px-1.5 text-sm font-semibold whitespace-nowrap">
      {children}
    </span>
  )
}

export function NextBooking({ car }: Shown) {
  const next = nextBookingText(car)
  return (
    <div className="text-sm">
      <p className="font-semibold">{next.head}</p>
      <p className="figures text-soft">{next.detail}</p>
      {!car.retiredAt && (
        <Link
          to={links.calendar({ search: car.name })}
          aria-label={m.admin_fleet_calendar_label({ car: car.name })}
          className={classes(
            aboveRowLink,
            'inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4',
          )}
        >
          <CalendarDays aria-hidden="true" className="size-4" />
          {m.admin_menu_calendar()}
        </Link>
      )}
    </div>
  )
}

type FleetActionsProps = Shown & { onLeave: (kind: Leaving['kind']) => void }

/** What can be done with a car. */
export function FleetActions({ car, onLeave }: FleetActionsProps) {
  return (
    <div className={classes(aboveRowLink, 'flex flex-wrap items-center gap-x-2 gap-y-1')}>
      {car.retiredAt ? (
        <Button size="sm" variant="secondary" onClick={() => onLeave('restore')}>
          {m.admin_fleet_restore()}
        </Button>
      ) : (
        <AvailabilitySwitch car={car} />
      )}
      <Link
        to={links.car(car._id)}
        aria-label={m.admin_fleet_edit_label({ car: car.name })}
        className={buttonClasses({ variant: 'secondary', size: 'sm' })}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {m.admin_fleet_edit()}
      </Link>
      {!car.retiredAt && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={m.admin_fleet_retire_label({ car: car.name })}
          onClick={() => onLeave('retire')}
        >
          {m.admin_fleet_retire()}
        </Button>
      )}
    </div>
  )
}

/** Offers a car for rent, or no longer; a toast takes it back. */
function AvailabilitySwitch({ car }: { car: FleetCar }) {
  const [wished, setWished] = useState<boolean>()
  const { revalidate } = useRevalidator()
  const on = wished ?? car.available

  async function set(available: boolean, undone = false) {
    setWished(available)
    try {
      const body = { available, note: undone ? m.admin_fleet_undone_note() : '' }
      await call('POST /api/admin/car/:carId/availability', { params: { carId: car._id }, body })
      const words = available
        ? m.admin_fleet_now_offered({ car: car.name })
        : m.admin_fleet_no_longer_offered({ car: car.name })
      if (undone) toast.info(words)
      else toast.undoable(words, () => void set(!available, true))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      await revalidate()
      setWished(undefined)
    }
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={m.admin_fleet_now_offered({ car: car.name })}
      aria-busy={wished !== undefined || undefined}
      onClick={() => wished === undefined && void set(!on)}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-semibold hover:bg-sand"
    >
      <span
        aria-hidden="true"
        className={classes(
          'inline-flex h-6 w-11 items-center rounded-full border p-0.5 transition-colors duration-150',
          on ? 'justify-end border-acacia bg-acacia' : 'justify-start border-edge bg-sand',
        )}
      >
        <span className={classes('size-4.5 rounded-full', on ? 'bg-paper' : 'bg-soft')} />
      </span>
      {m.admin_fleet_offered()}
    </button>
  )
}

/** How a car stands, in a word. */
export function fleetState(car: FleetCar): { tone: BadgeTone; word: string } {
  if (car.retiredAt) return { tone: 'neutral', word: m.admin_fleet_state_retired() }
  if (car.nextBooking?.status === 'active') return { tone: 'ink', word: m.admin_fleet_state_on_road() }
  return car.available
    ? { tone: 'acacia', word: m.admin_fleet_state_available() }
    : { tone: 'clay', word: m.admin_fleet_state_not_offered() }
}

export function nextBookingText({ nextBooking, liveBookings, retiredAt }: FleetCar) {
  if (retiredAt) return { head: m.admin_fleet_retired_at({ time: showInstant(retiredAt) }), detail: '' }
  if (!nextBooking) return { head: m.admin_fleet_no_booking(), detail: '' }
  const { status, startsAt, endsAt, reference, customer } = nextBooking
  const details = [`${reference} ${customer}`]
  if (status === 'pending') details.push(m.admin_fleet_unpaid())
  if (liveBookings > 1) details.push(m.admin_fleet_more_bookings({ count: liveBookings - 1 }))
  return {
    head:
      status === 'active'
        ? m.admin_fleet_back_at({ time: showInstant(endsAt) })
        : m.admin_fleet_out_at({ time: showInstant(startsAt) }),
    detail: details.join(', '),
  }
}
