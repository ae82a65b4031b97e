import { addDays, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { figureLabels, groupHeads, isMoney, lineName } from '@twende/contract/reports/report-labels.ts'
import { addMonths, type MonthRange } from '@twende/contract/reports/report-month.ts'
import {
  type FigureName,
  lineFigures,
  profit,
  REPORT_GROUPS,
  type ReportFigures,
  type ReportGroup,
  type ReportLine,
  totalFigures,
  utilisation,
} from '@twende/contract/reports/report-routes.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { Link, useNavigate } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { ExportButton } from '../list/export-button.tsx'
import { type Column, ListRows } from '../list/list-rows.tsx'
import { ListTabs } from '../list/list-tabs.tsx'
import type { Route } from './+types/reports-page'
import { BarChart } from './bar-chart.tsx'
import { figureColumn, MonthsToolbar, ReportTotals, readMonths, showMonth } from './report-parts.tsx'

type Report = Reply<'GET /api/admin/reports'>
type ReportSearch = MonthRange & { by: ReportGroup }

/** A chart of more lines is not read; the table has all of them. */
const MOST_BARS = 12
/** The chart of periods shows the latest of them. */
const MOST_PERIODS = 60

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams)
  return { search, ...(await loadForPage(call('GET /api/admin/reports', { query: search }))) }
}

function readSearch(query: URLSearchParams): ReportSearch {
  const reader = addressReader(query)
  return { ...readMonths(reader), by: reader.oneOf('by', REPORT_GROUPS) ?? 'car' }
}

export const meta = () => pageTitle(m.admin_menu_reports())

const tabLabels: Record<ReportGroup, () => string> = {
  car: m.admin_reports_by_car,
  category: m.admin_reports_by_category,
  month: m.admin_reports_by_month,
  week: m.admin_reports_by_week,
  day: m.admin_reports_by_day,
  kind: m.admin_reports_by_kind,
  method: m.admin_reports_by_method,
}

/** What the rental cars did, earned and took in a range of months, and the money of the whole firm. */
export default function ReportsPage({ loaderData: { search, page } }: Route.ComponentProps) {
  return (
    <Page title={m.admin_menu_reports()}>
      <Toolbar search={search} />
      <ListTabs
        label={m.admin_reports_groups()}
        tabs={REPORT_GROUPS.map((by) => ({
          to: links.reports({ ...search, by }),
          label: tabLabels[by](),
          current: by === search.by,
        }))}
      />
      <PageContent page={page}>{(report) => <ReportView report={report} />}</PageContent>
    </Page>
  )
}

function Toolbar({ search }: { search: ReportSearch }) {
  const navigate = useNavigate()
  const choose = (range: MonthRange) =>
    void navigate(links.reports({ ...search, ...range }), { replace: true, preventScrollReset: true })
  return (
    <MonthsToolbar range={search} onChoose={choose}>
      <ExportButton csv="GET /api/admin/reports.csv" filters={search} />
      <ExportButton
        csv="GET /api/admin/car-costs.csv"
        label={m.admin_reports_costs_file()}
        filters={{ fromDay: `${search.from}-01`, toDay: addDays(`${addMonths(search.to, 1)}-01`, -1) }}
      />
    </MonthsToolbar>
  )
}

const showPercent = (figures: ReportFigures) => {
  const percent = utilisation(figures)
  return percent === null ? m.admin_reports_no_days() : m.admin_reports_percent({ percent })
}

const isPeriod = (by: ReportGroup) => by === 'month' || by === 'week' || by === 'day'
const isOfFirm = (by: ReportGroup) => by === 'kind' || by === 'method'

/** A line with the name that people read. */
function named(by: ReportGroup, line: ReportLine): ReportLine {
  if (by === 'month') return { ...line, name: showMonth(line._id) }
  if (isPeriod(by)) return { ...line, name: showDay(line._id) }
  return { ...line, name: lineName(by, line.name) }
}

function ReportView({ report: { by, total, data } }: { report: Report }) {
  const lines = data.map((line) => named(by, line))
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <Totals by={by} total={total} />
      {lines.length === 0 ? (
        <p className="text-soft">{isOfFirm(by) ? m.admin_reports_none_money() : m.admin_reports_none()}</p>
      ) : (
        <Charts by={by} lines={lines} total={total} />
      )}
      {lines.length > 0 && (
        <section aria-label={m.admin_reports_table()}>
          <ListRows
            label={m.admin_reports_table()}
            rows={lines}
            rowName={nameOf}
            selection={undefined}
            columns={columnsOf(by)}
          />
        </section>
      )}
      <HowCounted />
    </div>
  )
}

const show = (name: FigureName, figures: ReportFigures) =>
  isMoney(name) ? showKsh(figures[name]) : figures[name].toLocaleString('en-KE')

/** The figures of a line or of the whole, with those that are computed from them. */
function shownFigures(by: ReportGroup, names: readonly FigureName[]) {
  const figures = names.flatMap((name) => {
    const own = { label: figureLabels[name](), show: (line: ReportFigures) => show(name, line) }
    if (name === 'ownFines')
      return [own, { label: m.admin_reports_profit(), show: (line: ReportFigures) => showKsh(profit(line)) }]
    return [own]
  })
  return isOfFirm(by) ? figures : [{ label: m.admin_reports_utilisation(), show: showPercent }, ...figures]
}

function Totals({ by, total }: { by: ReportGroup; total: ReportFigures }) {
  return (
    <ReportTotals
      label={isOfFirm(by) ? m.admin_reports_total_firm() : m.admin_reports_total()}
      figures={shownFigures(by, totalFigures(by)).map(({ label, show: shown }) => ({
        label,
        shown: shown(total),
      }))}
    />
  )
}

const nameOf = ({ name, plate }: Pick<ReportLine, 'name' | 'plate'>) =>
  plate === '' ? name : m.admin_reports_car_name({ name, plate })

type ChartsProps = { by: ReportGroup; lines: readonly ReportLine[]; total: ReportFigures }

function Charts({ by, lines, total }: ChartsProps) {
  const shown = (measure: (line: ReportLine) => number) =>
    isPeriod(by)
      ? lines.slice(-MOST_PERIODS)
      : lines.toSorted((one, other) => measure(other) - measure(one)).slice(0, MOST_BARS)
  const partly = (sentence: string) => {
    if (isPeriod(by)) {
      if (lines.length <= MOST_PERIODS) return sentence
      return m.admin_reports_last_of({ sentence, shown: MOST_PERIODS, total: lines.length })
    }
    return lines.length > MOST_BARS
      ? m.admin_reports_first_of({ sentence, shown: MOST_BARS, total: lines.length })
      : sentence
  }
  const bars = (measure: (line: ReportLine) => number, write: (line: ReportLine) => string) =>
    shown(measure).map((line) => ({
      id: line._id,
      label: nameOf(line),
      value: measure(line),
      shown: write(line),
    }))
  const percentOf = (line: ReportLine) => utilisation(line) ?? 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      {by !== 'method' && (
        <BarChart
          title={m.admin_reports_earned()}
          sentence={partly(m.admin_reports_earned_sentence({ amount: showKsh(total.earned) }))}
          bars={bars(
            ({ earned }) => earned,
            ({ earned }) => showKsh(earned),
          )}
        />
      )}
      {isOfFirm(by) ? (
        <BarChart
          title={m.admin_reports_received()}
          sentence={partly(
            m.admin_reports_received_sentence({
              amount: showKsh(total.received),
              back: showKsh(total.givenBack),
            }),
          )}
          bars={bars(
            ({ received }) => received,
            ({ received }) => showKsh(received),
          )}
        />
      ) : (
        <BarChart
          title={m.admin_reports_utilisation()}
          sentence={partly(
            m.admin_reports_utilisation_sentence({
              rented: total.daysRented.toLocaleString('en-KE'),
              available: total.daysAvailable.toLocaleString('en-KE'),
            }),
          )}
          full={100}
          bars={bars(percentOf, showPercent)}
        />
      )}
    </div>
  )
}

function columnsOf(by: ReportGroup): Column<ReportLine>[] {
  return [
    {
      head: groupHeads[by](),
      sticky: true,
      className: '@4xl:min-w-36',
      cell: (line) => <Name by={by} line={line} />,
    },
    ...shownFigures(by, lineFigures[by]).map(({ label, show: shown }) =>
      figureColumn<ReportLine>(label, shown),
    ),
  ]
}

function Name({ by, line: { _id, name, plate } }: { by: ReportGroup; line: ReportLine }) {
  if (by !== 'car') return <span className="font-semibold">{name}</span>
  return (
    <>
      <Link
        to={links.car(_id)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
      >
        {name}
      </Link>
      <span className="figures block text-sm text-soft">{plate}</span>
    </>
  )
}

function HowCounted() {
  return (
    <DetailPanel as="h2" title={m.admin_reports_how_title()}>
      <ul className="grid max-w-prose list-disc gap-2 pl-5">
        <li>{m.admin_reports_how_rented()}</li>
        <li>{m.admin_reports_how_late_days()}</li>
        <li>{m.admin_reports_how_available()}</li>
        <li>{m.admin_reports_how_blocked()}</li>
        <li>{m.admin_reports_how_earned()}</li>
        <li>{m.admin_reports_how_fixed()}</li>
        <li>{m.admin_reports_how_sales()}</li>
        <li>{m.admin_reports_how_money()}</li>
        <li>{m.admin_reports_how_passed_on()}</li>
        <li>{m.admin_reports_how_kept()}</li>
        <li>{m.admin_reports_how_costs()}</li>
        <li>{m.admin_reports_how_now()}</li>
        <li>{m.admin_reports_how_late()}</li>
        <li>{m.admin_reports_how_category()}</li>
      </ul>
    </DetailPanel>
  )
}
