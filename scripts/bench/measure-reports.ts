import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { addMonths, MAX_REPORT_MONTHS, type MonthRange } from '@twende/contract/reports/report-month.ts'
import { REPORT_GROUPS, type ReportGroup } from '@twende/contract/reports/report-routes.ts'
import pg from 'pg'
import type { Connection } from '../../server/src/db/database.ts'
import { KEEPER } from './fill-desk.ts'
import type { Measured } from './results.ts'
import { signInPeople } from './sign-in-people.ts'

const FIGURES = 'docs/performance/report-figures.md'
const TIMES = 100
const PROMISED_MS = 200

type Desk = { url: string; connection: Connection; tokenSecret: string }
type Figure = {
  by: ReportGroup
  months: number
  lines: number
  received: number
  p50: number
  p99: number
  max: number
}

/** Asks for each report of a year and of the longest range, and compares its money with the ledger. */
export async function measureReports(desk: Desk): Promise<Measured> {
  const client = new pg.Client(desk.connection)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`select id from accounts where email = '${KEEPER}'`)
  const [token = ''] = await signInPeople(desk, [rows[0]?.id ?? ''])
  const figures: Figure[] = []
  for (const months of [12, MAX_REPORT_MONTHS]) {
    const to = nairobiDay(new Date()).slice(0, 7)
    const range = { from: addMonths(to, 1 - months), to }
    const booked = await receivedInLedger(client, range)
    for (const by of REPORT_GROUPS) {
      // These two have the money of the whole firm.
      const isOfFirm = by === 'kind' || by === 'method'
      const figure = { by, months, ...(await ask(desk.url, { ...range, by }, token)) }
      if (!isOfFirm && figure.received !== booked)
        throw new Error(`the report by ${by} has Ksh ${figure.received}, the ledger Ksh ${booked}`)
      figures.push(figure)
    }
  }
  await client.end()
  await mkdir(dirname(FIGURES), { recursive: true })
  await writeFile(FIGURES, write(figures))
  return { reports_slowest_p99: { value: Math.max(...figures.map(({ p99 }) => p99)) } }
}

async function receivedInLedger(client: pg.Client, { from, to }: MonthRange): Promise<number> {
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum
     from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
     where is_money(account) and ledger_entries.payable_type = 'booking' and refund_id is null
       and to_char(occurred_at at time zone 'Africa/Nairobi', 'YYYY-MM') between $1 and $2`,
    [from, to],
  )
  return Number(rows[0]?.sum)
}

async function ask(url: string, query: MonthRange & { by: ReportGroup }, token: string) {
  const took: number[] = []
  let lines = 0
  let received = 0
  // The first shows what it costs when nothing is in memory yet, and is not counted.
  for (let time = -1; time < TIMES; time++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/admin/reports?${new URLSearchParams(query)}`, {
      headers: { token },
    })
    const report: { data: unknown[]; total: { received: number } } = await answer.json()
    if (!answer.ok) throw new Error(`the report by ${query.by} answered ${answer.status}`)
    if (time >= 0) took.push(performance.now() - began)
    lines = report.data.length
    received = report.total.received
  }
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(share * TIMES) - 1] ?? 0
  return { lines, received, p50: at(0.5), p99: at(0.99), max: at(1) }
}

function write(figures: readonly Figure[]): string {
  const rows = figures.map(({ by, months, lines, p50, p99, max }) => {
    const cells = [months, by, lines, p50.toFixed(0), p99.toFixed(0), max.toFixed(0)]
    return `| ${cells.join(' | ')} |`
  })
  return `${heading}\n${rows.join('\n')}\n`
}

const heading = `# How fast the reports answer at 100,000 bookings

\`npm run bench\` fills a market with 100,000 bookings of 5,000 cars within three years and with their money in the ledger, then
asks \`GET /api/admin/reports\` for a year and for ${MAX_REPORT_MONTHS} months, the longest range, by car, category and month; ${TIMES} times each,
one at a time. Of 100 answers, 99 are to be there within ${PROMISED_MS} ms. The money of each is compared with the ledger. The times
are this machine's on that day.

| months | by | lines | p50 ms | p99 ms | max ms |
|---|---|---|---|---|---|`
