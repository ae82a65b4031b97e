import { showDay } from '@twende/contract/calendar-day.ts'
import type { ReactNode } from 'react'
import { DetailPanel } from '../detail-panel.tsx'
import { dayWord } from './week-words.ts'

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
              {dayWord(day)}
            </text>
          </g>
        ))}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
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
