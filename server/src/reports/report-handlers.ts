import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  columnHead,
  groupHeads,
  lineName,
  shopColumnHead,
  shopGroupHeads,
  shopLineName,
} from '@twende/contract/reports/report-labels.ts'
import {
  addMonths,
  type MonthRange,
  type RangeProblem,
  rangeProblem,
  reportRange,
} from '@twende/contract/reports/report-month.ts'
import {
  lineFigures,
  profit,
  type ReportFigures,
  type ReportGroup,
  type ReportLine,
  utilisation,
} from '@twende/contract/reports/report-routes.ts'
import {
  daysLeft,
  type ShopGroup,
  type ShopReportLine,
  shopLineFigures,
} from '@twende/contract/reports/shop-report-routes.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type CsvColumns, type CsvTable, csvTable } from '../http/csv.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { findMoneyReport, findReport, type MoneyRow, type ReportRow } from './report-store.ts'
import { findShopReport } from './shop-report-store.ts'

export function reportHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/reports', async ({ query }) => ({
    success: true,
    ...(await readReport(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/reports.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await reportTable(deps, currentUser, query)),
  )
  serve(app, deps, 'GET /api/admin/shop-report', async ({ query }) => ({
    success: true,
    ...(await readShopReport(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/shop-report.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await shopReportTable(deps, currentUser, query)),
  )
}

type ReportDeps = Pick<AppDeps, 'db' | 'clock'>
type Chosen<Group> = { from?: string | undefined; to?: string | undefined; by: Group }

/** The chosen months and their days; a range that a report cannot have is refused. */
function rangeOf(chosen: Omit<Chosen<unknown>, 'by'>, now: Date) {
  const today = nairobiDay(now)
  const range = reportRange(chosen, today.slice(0, 7))
  const problem = rangeProblem(range, today.slice(0, 7))
  if (problem) throw new AppError('invalid', { message: rangeProblems[problem]() })
  return { range, days: { ...daysOf(range), today, now } }
}

/** The figures of a range of months and of each line of it. */
async function readReport({ db, clock }: ReportDeps, { by, ...chosen }: Chosen<ReportGroup>) {
  const { range, days } = rangeOf(chosen, clock.now())
  const rows =
    by === 'kind' || by === 'method' ? await findMoneyReport(db, days, by) : await findReport(db, days, by)
  const total = rows.find(({ is_whole }) => is_whole === 1)
  if (!total) throw new Error('a report always has its total')
  return {
    ...range,
    by,
    total: presentFigures(total),
    data: rows.filter((row) => row !== total).map(presentLine),
  }
}

const rangeProblems: Record<RangeProblem, () => string> = {
  backwards: m.error_report_backwards,
  future: m.error_report_future,
  long_ago: m.error_report_long_ago,
}

function daysOf({ from, to }: MonthRange): { from: Day; until: Day } {
  return { from: `${from}-01`, until: `${addMonths(to, 1)}-01` }
}

const NO_FIGURES = Object.fromEntries(lineFigures.car.map((name) => [name, 0])) as ReportFigures

function presentFigures(row: ReportRow | MoneyRow): ReportFigures {
  return { ...NO_FIGURES, ...row }
}

function presentLine(row: ReportRow | MoneyRow): ReportLine {
  const key = row.key ?? ''
  const named = 'name' in row ? { name: row.name ?? '', plate: row.plate ?? '' } : { name: key, plate: '' }
  return { ...presentFigures(row), ...named, _id: key }
}

/** The report as a file, with the lines of the page. */
async function reportTable(
  deps: ReportDeps,
  { role }: Pick<CurrentUser, 'role'>,
  chosen: Chosen<ReportGroup>,
): Promise<CsvTable> {
  const { by, data, from, to } = await readReport(deps, chosen)
  return csvTable({
    name: 'report',
    filters: { by, from, to },
    now: deps.clock.now(),
    role,
    columns: columnsOf(by),
    find: async (limit) => data.slice(0, limit),
    read: async (lines) => lines,
  })
}

function columnsOf(by: ReportGroup): CsvColumns<ReportLine> {
  const figures = lineFigures[by].flatMap((name): CsvColumns<ReportLine> => {
    const column = [() => columnHead(name), (line: ReportLine) => line[name], 'total'] as const
    if (name === 'daysAvailable') return [column, [m.admin_reports_utilisation_percent, utilisation]]
    return name === 'ownFines' ? [column, [m.admin_reports_profit_ksh, profit, 'total']] : [column]
  })
  const plate = by === 'car' ? ([[m.admin_reports_plate, ({ plate }: ReportLine) => plate]] as const) : []
  return [[groupHeads[by], ({ name }) => lineName(by, name)], ...plate, ...figures]
}

/** What the shop sold in a range of months, and what it has now. */
async function readShopReport({ db, clock }: ReportDeps, { by, ...chosen }: Chosen<ShopGroup>) {
  const { range, days } = rangeOf(chosen, clock.now())
  const rows = await findShopReport(db, days, by)
  const lines = rows.map(({ is_whole, key, name, category, hidden, ...figures }) => ({
    ...figures,
    isWhole: is_whole === 1,
    _id: key ?? '',
    name: name ?? '',
    category: category ?? '',
    hidden: hidden ?? false,
    daysLeft: by === 'product' || by === 'runsOut' ? daysLeft(figures) : null,
  }))
  const total = lines.find(({ isWhole }) => isWhole)
  if (!total) throw new Error('a report always has its total')
  return { ...range, by, total, data: lines.filter((line) => line !== total) }
}

async function shopReportTable(
  deps: ReportDeps,
  { role }: Pick<CurrentUser, 'role'>,
  chosen: Chosen<ShopGroup>,
): Promise<CsvTable> {
  const { by, data, from, to } = await readShopReport(deps, chosen)
  return csvTable({
    name: 'shop-report',
    filters: { by, from, to },
    now: deps.clock.now(),
    role,
    columns: shopColumnsOf(by),
    find: async (limit) => data.slice(0, limit),
    read: async (lines) => lines,
  })
}

function shopColumnsOf(by: ShopGroup): CsvColumns<ShopReportLine> {
  const isOfProduct = by === 'product' || by === 'runsOut'
  return [
    [shopGroupHeads[by], (line) => shopLineName(by, line)],
    ...(isOfProduct
      ? ([[m.admin_reports_category, ({ category }: ShopReportLine) => category]] as const)
      : []),
    ...shopLineFigures[by].map(
      (name) => [() => shopColumnHead(name), (line: ShopReportLine) => line[name], 'total'] as const,
    ),
    ...(by === 'runsOut'
      ? ([[m.admin_shop_report_days_left, (line: ShopReportLine) => line.daysLeft]] as const)
      : []),
  ]
}
