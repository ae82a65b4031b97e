import { addDays, type Day, isDay, localeFormat, nairobiDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { WEEKDAYS } from '@twende/contract/prices/price-rule.ts'
import type { CalendarPrice } from '@twende/contract/prices/price-rule-routes.ts'
import { weekdayOf } from '@twende/contract/prices/rules-in-force.ts'
import { weekdayName } from '@twende/contract/prices/weekday-name.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { carWithPlate, type FleetCar, fleetCars } from '../bookings/fleet-cars.ts'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/price-calendar-page'
import { effectWords } from './price-format.ts'

/** The chosen car and the first day of the month; without a choice, the first car and this month. */
async function loadPrices(search: URLSearchParams) {
  const cars = await fleetCars()
  const typed = search.get('from') ?? ''
  const from = isDay(typed) ? typed : nairobiDay(serverNow())
  const car = cars.find(({ _id }) => _id === search.get('car')) ?? cars[0]
  const prices =
    car && (await call('GET /api/admin/car/:carId/prices', { params: { carId: car._id }, query: { from } }))
  return { cars, car, month: `${from.slice(0, 7)}-01`, prices }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadForPage(loadPrices(new URL(request.url).searchParams))
}

export const meta = () => pageTitle(m.admin_prices_calendar())

/** What each day of a month costs for a car, by the rules in force. */
export default function PriceCalendarPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title={m.admin_prices_calendar()} back={{ to: links.prices(), label: m.admin_menu_prices() }}>
      <PageContent page={loaderData.page}>
        {({ cars, car, month, prices }) =>
          car && prices ? (
            <>
              <p className="mt-1 max-w-prose text-soft">
                {m.admin_prices_calendar_text({ price: showKsh(prices.pricePerDay) })}
              </p>
              <Toolbar cars={cars} carId={car._id} month={month} />
              <MonthGrid days={prices.data} pricePerDay={prices.pricePerDay} />
            </>
          ) : (
            <p className="mt-4">{m.admin_prices_no_cars()}</p>
          )
        }
      </PageContent>
    </Page>
  )
}

const monthFormat = localeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

type ToolbarProps = { cars: readonly FleetCar[]; carId: string; month: Day }

function Toolbar({ cars, carId, month }: ToolbarProps) {
  const navigate = useNavigate()
  const at = (from: Day) => links.priceCalendar({ car: carId, from })
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Field label={m.admin_prices_car_label()} className="min-w-48 flex-1 sm:max-w-80">
        <Select
          value={carId}
          onChange={({ target }) =>
            void navigate(links.priceCalendar({ car: target.value, from: month }), {
              preventScrollReset: true,
            })
          }
        >
          {cars.map((car) => (
            <option key={car._id} value={car._id}>
              {carWithPlate(car)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex items-center gap-2">
        <LinkButton
          variant="secondary"
          to={at(`${addDays(month, -1).slice(0, 7)}-01`)}
          preventScrollReset
          aria-label={m.admin_prices_month_earlier()}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </LinkButton>
        <h2 className="min-w-36 text-center text-xl">
          {monthFormat().format(new Date(`${month}T00:00:00Z`))}
        </h2>
        <LinkButton
          variant="secondary"
          to={at(`${addDays(month, 31).slice(0, 7)}-01`)}
          preventScrollReset
          aria-label={m.admin_prices_month_later()}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </LinkButton>
      </div>
    </div>
  )
}

type MonthGridProps = { days: readonly CalendarPrice[]; pricePerDay: number }

/** The month as a table of weeks; on small screens one day below the other. */
function MonthGrid({ days, pricePerDay }: MonthGridProps) {
  const first = days[0] ? weekdayOf(days[0].day) : 1
  return (
    <div className="mt-5">
      <div
        aria-hidden="true"
        className="hidden grid-cols-7 gap-2 pb-2 text-sm font-semibold text-soft md:grid"
      >
        {WEEKDAYS.map((weekday) => (
          <span key={weekday}>{weekdayName(weekday)}</span>
        ))}
      </div>
      <ol className="grid gap-2 md:grid-cols-7">
        {days.map((price, place) => (
          <li
            key={price.day}
            style={place === 0 ? { gridColumnStart: `var(--first, ${String(first)})` } : undefined}
            className={classes(
              'panel flex min-h-11 flex-wrap items-baseline gap-x-3 px-3 py-2 md:block md:min-h-28',
              place === 0 && 'max-md:[--first:1]',
              price.price !== pricePerDay && 'bg-acacia-tint',
            )}
          >
            <DayPrice price={price} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function DayPrice({ price: { day, price, insurance, rules, fewestDays } }: { price: CalendarPrice }) {
  return (
    <>
      <p className="figures w-24 text-sm text-soft md:w-auto">
        <span className="md:sr-only">{weekdayName(weekdayOf(day))}</span> {Number(day.slice(8))}
      </p>
      <p className="figures font-semibold">{showKsh(price)}</p>
      {rules.map((rule, place) => (
        <p key={String(place)} className="text-sm break-words text-soft">
          {rule.acts
            ? m.admin_prices_calendar_rule({ name: rule.name, effect: effectWords(rule) })
            : m.admin_prices_calendar_rule_replaced({ name: rule.name })}
        </p>
      ))}
      {insurance > 0 && (
        <p className="figures text-sm text-soft">
          {m.admin_prices_calendar_insurance({ price: showKsh(insurance) })}
        </p>
      )}
      {fewestDays > 1 && (
        <p className="text-sm text-soft">{m.admin_prices_calendar_minimum({ days: fewestDays })}</p>
      )}
    </>
  )
}
