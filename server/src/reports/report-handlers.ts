import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { addMonths, type MonthRange, reportRange } from '@twende/contract/reports/report-month.ts'
import {
  profit,
  type ReportFigures,
  type ReportGroup,
  type ReportLine,
  utilisation,
} from '@twende/contract/reports/report-routes.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, type CsvTable, csvTable } from '../http/csv.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { findReport, type ReportRow } from './report-store.ts'

export function reportHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/reports', async ({ query }) => ({
    success: true,
    ...(await readReport(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/reports.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await reportTable(deps, currentUser, query)),
  )
}

type ReportDeps = Pick<AppDeps, 'db' | 'clock'>
type Chosen = { from?: string | undefined; to?: string | undefined; by: ReportGroup }

/** The figures of a range of months and of each car, category or month in it; the range ends with this month at the latest. */
async function readReport({ db, clock }: ReportDeps, { by, ...chosen }: Chosen) {
  const now = clock.now()
  const today = nairobiDay(now)
  const range = reportRange(chosen, today.slice(0, 7))
  const rows = await findReport(db, { ...daysOf(range), today, now }, by)
  const total = rows.find(({ is_whole }) => is_whole === 1)
  if (!total) throw new Error('a report always has its total')
  return {
    ...range,
    by,
    total: presentFigures(total),
    data: rows.filter((row) => row !== total).map(presentLine),
  }
}

function daysOf({ from, to }: MonthRange): { from: Day; until: Day } {
  return { from: `${from}-01`, until: `${addMonths(to, 1)}-01` }
}

function presentFigures(row: ReportRow): ReportFigures {
  return {
    daysRented: row.days_rented,
    daysAvailable: row.days_available,
    revenue: row.revenue,
    costs: row.costs,
    lateReturns: row.late_returns,
    depositsHeld: row.deposits_held,
  }
}

function presentLine(row: ReportRow): ReportLine {
  return { _id: row.key ?? '', name: row.name ?? '', plate: row.plate ?? '', ...presentFigures(row) }
}

/** The report as a file, with the lines of the page. */
async function reportTable(
  deps: ReportDeps,
  { role }: Pick<CurrentUser, 'role'>,
  chosen: Chosen,
): Promise<CsvTable> {
  const { by, data } = await readReport(deps, chosen)
  return csvTable({
    name: 'report',
    now: deps.clock.now(),
    role,
    columns: columnsOf(by),
    find: async (limit) => data.slice(0, limit),
    read: async (lines) => lines,
  })
}

const columnsOf = (by: ReportGroup): CsvColumns<ReportLine> => [
  [nameHeads[by], ({ name }) => name],
  ...(by === 'car' ? [[m.admin_reports_plate, ({ plate }: ReportLine) => plate] as const] : []),
  [m.admin_reports_days_rented, ({ daysRented }) => daysRented],
  [m.admin_reports_days_available, ({ daysAvailable }) => daysAvailable],
  [m.admin_reports_utilisation_percent, utilisation],
  [m.admin_reports_revenue_ksh, ({ revenue }) => revenue],
  [m.admin_reports_costs_ksh, ({ costs }) => costs],
  [m.admin_reports_profit_ksh, profit],
  [m.admin_reports_late_returns, ({ lateReturns }) => lateReturns],
  ...(by === 'month'
    ? []
    : [[m.admin_reports_deposits_ksh, ({ depositsHeld }: ReportLine) => depositsHeld] as const]),
]

const nameHeads: Record<ReportGroup, () => string> = {
  car: m.admin_reports_car,
  category: m.admin_reports_category,
  month: m.admin_reports_month,
}
