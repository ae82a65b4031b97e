import { showKsh } from '@twende/contract/money.ts'
import {
  isShopMoney,
  shopFigureLabels,
  shopGroupHeads,
  shopLineName,
} from '@twende/contract/reports/report-labels.ts'
import type { MonthRange } from '@twende/contract/reports/report-month.ts'
import {
  SHOP_GROUPS,
  type ShopFigureName,
  type ShopFigures,
  type ShopGroup,
  type ShopReportLine,
  shopLineFigures,
} from '@twende/contract/reports/shop-report-routes.ts'
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
import type { Route } from './+types/shop-report-page'
import { BarChart } from './bar-chart.tsx'
import { figureColumn, MonthsToolbar, ReportTotals, readMonths, showMonth } from './report-parts.tsx'

type Report = Reply<'GET /api/admin/shop-report'>
type ShopSearch = MonthRange & { by: ShopGroup }

/** A chart of more lines is not read; the table has all of them. */
const MOST_BARS = 12

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const reader = addressReader(new URL(request.url).searchParams)
  const search: ShopSearch = { ...readMonths(reader), by: reader.oneOf('by', SHOP_GROUPS) ?? 'product' }
  return { search, ...(await loadForPage(call('GET /api/admin/shop-report', { query: search }))) }
}

export const meta = () => pageTitle(m.admin_menu_shop_report())

const tabLabels: Record<ShopGroup, () => string> = {
  product: m.admin_shop_report_by_product,
  category: m.admin_reports_by_category,
  month: m.admin_reports_by_month,
  runsOut: m.admin_shop_report_runs_out,
}

/** What the shop sold in a range of months, what its stock is worth, and what runs out. */
export default function ShopReportPage({ loaderData: { search, page } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const choose = (range: MonthRange) =>
    void navigate(links.shopReport({ ...search, ...range }), { replace: true, preventScrollReset: true })
  return (
    <Page title={m.admin_menu_shop_report()}>
      <MonthsToolbar range={search} onChoose={choose}>
        <ExportButton csv="GET /api/admin/shop-report.csv" filters={search} />
      </MonthsToolbar>
      <ListTabs
        label={m.admin_reports_groups()}
        tabs={SHOP_GROUPS.map((by) => ({
          to: links.shopReport({ ...search, by }),
          label: tabLabels[by](),
          current: by === search.by,
        }))}
      />
      <PageContent page={page}>{(report) => <ReportView report={report} />}</PageContent>
    </Page>
  )
}

const show = (name: ShopFigureName, figures: ShopFigures) =>
  isShopMoney(name) ? showKsh(figures[name]) : figures[name].toLocaleString('en-KE')

const TOTALS = [
  'pieces',
  'revenue',
  'stock',
  'stockValue',
  'soldOut',
] as const satisfies readonly ShopFigureName[]

const nameOf = (by: ShopGroup, line: ShopReportLine) =>
  by === 'month' ? showMonth(line._id) : shopLineName(by, line)

function ReportView({ report: { by, total, data } }: { report: Report }) {
  const isEmpty = data.length === 0
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <ReportTotals
        label={m.admin_shop_report_total()}
        figures={TOTALS.map((name) => ({ label: shopFigureLabels[name](), shown: show(name, total) }))}
      />
      {isEmpty && (
        <p className="text-soft">
          {by === 'runsOut' ? m.admin_shop_report_none_runs_out() : m.admin_shop_report_none()}
        </p>
      )}
      {!isEmpty && by !== 'runsOut' && <RevenueChart by={by} lines={data} total={total} />}
      {!isEmpty && (
        <section aria-label={m.admin_reports_table()}>
          <ListRows
            label={m.admin_reports_table()}
            rows={data}
            rowName={(line) => nameOf(by, line)}
            selection={undefined}
            columns={columnsOf(by)}
          />
        </section>
      )}
      <HowCounted />
    </div>
  )
}

type ChartProps = { by: ShopGroup; lines: readonly ShopReportLine[]; total: ShopFigures }

function RevenueChart({ by, lines, total }: ChartProps) {
  const shown =
    by === 'month'
      ? lines.slice(-MOST_BARS)
      : lines.toSorted((one, other) => other.revenue - one.revenue).slice(0, MOST_BARS)
  const sentence = m.admin_shop_report_revenue_sentence({
    amount: showKsh(total.revenue),
    pieces: total.pieces.toLocaleString('en-KE'),
  })
  const counts = { sentence, shown: MOST_BARS, total: lines.length }
  const partly = () => (by === 'month' ? m.admin_reports_last_of(counts) : m.admin_reports_first_of(counts))
  return (
    <BarChart
      title={m.admin_shop_report_revenue()}
      sentence={lines.length > MOST_BARS ? partly() : sentence}
      bars={shown.map((line) => ({
        id: line._id,
        label: nameOf(by, line),
        value: line.revenue,
        shown: showKsh(line.revenue),
      }))}
    />
  )
}

function columnsOf(by: ShopGroup): Column<ShopReportLine>[] {
  return [
    {
      head: shopGroupHeads[by](),
      sticky: true,
      className: '@4xl:min-w-36',
      cell: (line) => <Name by={by} line={line} />,
    },
    ...shopLineFigures[by].map((name) =>
      figureColumn<ShopReportLine>(shopFigureLabels[name](), (line) => show(name, line)),
    ),
    ...(by === 'runsOut'
      ? [
          figureColumn<ShopReportLine>(m.admin_shop_report_days_left(), ({ daysLeft }) =>
            (daysLeft ?? 0).toLocaleString('en-KE'),
          ),
        ]
      : []),
  ]
}

function Name({ by, line }: { by: ShopGroup; line: ShopReportLine }) {
  const name = nameOf(by, line)
  if ((by !== 'product' && by !== 'runsOut') || line._id === '')
    return <span className="font-semibold">{name}</span>
  return (
    <>
      <Link
        to={links.product(line._id)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
      >
        {name}
      </Link>
      <span className="block text-sm text-soft">
        {line.hidden ? `${line.category}, ${m.admin_shop_report_hidden()}` : line.category}
      </span>
    </>
  )
}

function HowCounted() {
  return (
    <DetailPanel as="h2" title={m.admin_reports_how_title()}>
      <ul className="grid max-w-prose list-disc gap-2 pl-5">
        <li>{m.admin_shop_report_how_revenue()}</li>
        <li>{m.admin_shop_report_how_pieces()}</li>
        <li>{m.admin_shop_report_how_parts()}</li>
        <li>{m.admin_shop_report_how_stock()}</li>
        <li>{m.admin_shop_report_how_days()}</li>
        <li>{m.admin_shop_report_how_category()}</li>
      </ul>
    </DetailPanel>
  )
}
