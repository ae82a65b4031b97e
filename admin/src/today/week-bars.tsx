import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import type { DayFigures } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import type { ReactNode } from 'react'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { weekdayName } from '../frame/format-time.ts'
import { bookingsSentence, type MoneyOfDay, moneySentence, shortNumber } from './week-summary.ts'

/** Money that matched nothing is seldom there, and has no place where it is not. */
const purposesOf = (days: readonly MoneyOfDay[]): PayableType[] => [
  'booking',
  'deposit',
  'listing_period',
  'order',
  ...(days.some(({ money }) => money.unmatched > 0) ? (['unmatched'] as const) : []),
]

const fills: Record<PayableType, string> = {
  booking: 'fill-acacia',
  deposit: 'fill-clay',
  listing_period: 'fill-sunrise',
  order: 'fill-edge',
  unmatched: 'fill-soft',
}

const dots: Record<PayableType, string> = {
  booking: 'bg-acacia',
  deposit: 'bg-clay',
  listing_period: 'bg-sunrise',
  order: 'bg-edge',
  unmatched: 'bg-soft',
}

type Column = { label: string; fill: string }
type WeekBarsProps = {
  title: string
  /** What the picture shows, in words. */
  sentence: string
  columns: readonly Column[]
  days: readonly { day: string; parts: readonly number[] }[]
  /** A number as it stands over a bar, and in full. */
  short: (n: number) => string
  long: (n: number) => string
  legend?: ReactNode
}

const STEP = 50
const BAR = 32
const TALLEST = 120
const TOP = 22
const BOTTOM = 24

const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

/** Seven days as bars, with the sentence they tell; to screen readers a table. */
export function WeekBars({ title, sentence, columns, days, short, long, legend }: WeekBarsProps) {
  const most = Math.max(1, ...days.map(({ parts }) => sum(parts)))
  return (
    <DetailPanel as="h2" title={title}>
      <p className="text-soft">{sentence}</p>
      {legend}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * STEP} ${TOP + TALLEST + BOTTOM}`}
        className="mt-4 block w-full"
      >
        <line
          x1="0"
          x2={days.length * STEP}
          y1={TOP + TALLEST}
          y2={TOP + TALLEST}
          className="stroke-line"
          strokeWidth="1"
        />
        {days.map(({ day, parts }, at) => (
          <g key={day} transform={`translate(${at * STEP} ${TOP})`}>
            <Bar parts={parts} columns={columns} perUnit={TALLEST / most} />
            <text
              x={STEP / 2}
              y={TALLEST - (sum(parts) * TALLEST) / most - 6}
              textAnchor="middle"
              className="figures fill-ink text-xs font-semibold"
            >
              {sum(parts) > 0 && short(sum(parts))}
            </text>
            <text x={STEP / 2} y={TALLEST + 18} textAnchor="middle" className="fill-soft text-xs">
              {weekdayName(day)}
            </text>
          </g>
        ))}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{m.admin_today_day_head()}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, parts }) => (
              <tr key={day}>
                <th scope="row">{showDay(day)}</th>
                {columns.map(({ label }, at) => (
                  <td key={label}>{long(parts[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DetailPanel>
  )
}

type BarProps = { parts: readonly number[]; columns: readonly Column[]; perUnit: number }

function Bar({ parts, columns, perUnit }: BarProps) {
  return columns.map(({ label, fill }, at) => {
    const height = (parts[at] ?? 0) * perUnit
    const below = sum(parts.slice(0, at)) * perUnit
    return (
      <rect
        key={label}
        x={(STEP - BAR) / 2}
        y={TALLEST - below - height}
        width={BAR}
        height={height}
        className={fill}
      />
    )
  })
}

/** The last seven days: what came in by what it paid for, for those who may see it, and how many bookings were made. */
export function WeekCharts({ days }: { days: readonly DayFigures[] }) {
  const ofMoney = days.flatMap(({ day, money }) => (money ? [{ day, money }] : []))
  return (
    <>
      {ofMoney.length > 0 && <MoneyBars days={ofMoney} />}
      <WeekBars
        title={m.admin_today_bookings_title()}
        sentence={bookingsSentence(days)}
        columns={[{ label: m.admin_menu_bookings(), fill: 'fill-acacia' }]}
        days={days.map(({ day, bookings }) => ({ day, parts: [bookings] }))}
        short={String}
        long={String}
      />
    </>
  )
}

function MoneyBars({ days }: { days: readonly MoneyOfDay[] }) {
  const purposes = purposesOf(days)
  return (
    <WeekBars
      title={m.admin_today_money_title()}
      sentence={moneySentence(days)}
      columns={purposes.map((purpose) => ({ label: payableTypeLabels[purpose](), fill: fills[purpose] }))}
      days={days.map(({ day, money }) => ({ day, parts: purposes.map((purpose) => money[purpose]) }))}
      short={shortNumber}
      long={showKsh}
      legend={
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {purposes.map((purpose) => (
            <li key={purpose} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-3 rounded-xs ${dots[purpose]}`} />
              {payableTypeLabels[purpose]()}
            </li>
          ))}
        </ul>
      }
    />
  )
}
