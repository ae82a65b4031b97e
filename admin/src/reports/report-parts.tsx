import { localeFormat, nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  addMonths,
  isMonth,
  MAX_REPORT_MONTHS,
  type Month,
  type MonthRange,
  reportRange,
} from '@twende/contract/reports/report-month.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import type { addressReader } from '@twende/ui/list/address-reader.ts'
import type { ReactNode } from 'react'
import type { Column } from '../list/list-rows.tsx'

const thisMonth = (): Month => nairobiDay(serverNow()).slice(0, 7)

/** The months that an address names; this one and those before it where it names none. */
export function readMonths(reader: ReturnType<typeof addressReader>): MonthRange {
  const month = (name: string) => {
    const text = reader.text(name, 7)
    return text && isMonth(text) ? { [name]: text } : {}
  }
  return reportRange({ ...month('from'), ...month('to') }, thisMonth())
}

const monthFormat = localeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
export const showMonth = (month: Month) => monthFormat().format(new Date(`${month}-01T00:00:00Z`))

type MonthsToolbarProps = { range: MonthRange; onChoose: (range: MonthRange) => void; children: ReactNode }

/** The first and the last month of a report, and its export. */
export function MonthsToolbar({ range: { from, to }, onChoose, children }: MonthsToolbarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 no-print">
      <MonthChoice
        label={m.admin_reports_from()}
        value={from}
        onChoose={(month) => onChoose({ from: month, to })}
      />
      <MonthChoice
        label={m.admin_reports_to()}
        value={to}
        onChoose={(month) => onChoose({ from, to: month })}
      />
      {children}
    </div>
  )
}

type MonthChoiceProps = { label: string; value: Month; onChoose: (month: Month) => void }

function MonthChoice({ label, value, onChoose }: MonthChoiceProps) {
  const last = thisMonth()
  const months = Array.from({ length: MAX_REPORT_MONTHS }, (_, back) => addMonths(last, -back))
  return (
    <Field label={label} className="min-w-0 flex-1 basis-52 sm:max-w-52">
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        {(months.includes(value) ? months : [...months, value]).map((month) => (
          <option key={month} value={month}>
            {showMonth(month)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type TotalsProps = { label: string; figures: readonly { label: string; shown: string }[] }

/** The figures of the whole of a report. */
export function ReportTotals({ label, figures }: TotalsProps) {
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {figures.map((figure) => (
        <div key={figure.label} className="panel p-4">
          <dt className="text-sm text-soft">{figure.label}</dt>
          <dd className="figures text-lg font-semibold sm:text-xl xl:text-2xl">{figure.shown}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A column of figures; on a card its head is above it. */
export function figureColumn<Line>(head: string, show: (line: Line) => string): Column<Line> {
  return {
    head,
    figures: true,
    cell: (line) => (
      <>
        <span aria-hidden="true" className="block text-sm text-soft @4xl:hidden">
          {head}
        </span>
        <span className="figures whitespace-nowrap">{show(line)}</span>
      </>
    ),
  }
}
