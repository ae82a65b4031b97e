import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import { columnHead } from '@twende/contract/reports/report-labels.ts'
import { type FigureName, lineFigures, type ReportGroup } from '@twende/contract/reports/report-routes.ts'
import { carOn } from './earned-again.ts'
import type { OfDay } from './ledger-again.ts'
import { type Audit, column, earnedRent, exportedRows, type Page, sumOf } from './month-figures.ts'

/** A figure of one day and car; of the firm's other money there is no car. */
type Part = { figure: FigureName; day: Day; car: string; kind: string; account: string; amount: number }

const KINDS: Readonly<Record<string, string>> = {
  booking: 'rent',
  deposit: 'deposit',
  listing_period: 'listing',
  order: 'shop',
  unmatched: 'unmatched',
  '': 'unmatched',
}

/** All that reports add up, in parts. */
function partsOf(audit: Audit): Part[] {
  const part = (figure: FigureName, { day, car, amount }: Omit<OfDay, 'booking'>, kind = 'rent'): Part => ({
    ...{ figure, day, car, amount, kind, account: '' },
  })
  const { journal, today, days } = audit
  const carOf = (booking: string, day: Day) => carOn(journal, booking, day)
  const money = audit.money.map((entry): Part => {
    const figure = entry.isRefund ? 'givenBack' : 'received'
    const car = entry.type === 'booking' ? carOf(entry.id, entry.postedOn) : ''
    const amount = entry.isRefund ? -entry.amount : entry.amount
    return { figure, day: entry.day, car, kind: KINDS[entry.type] ?? '', account: entry.account, amount }
  })
  const sales = audit.revenue
    .filter(({ account }) => account !== 'revenue:rental')
    .map(({ day, account, amount }) => part('earned', { day, car: '', amount }, account.split(':')[1]))
  const ofCars = audit.firm.cars.flatMap(({ carId: car, boughtOn }) =>
    days
      .filter((day) => day >= boughtOn && day <= today)
      .map((day) => part('daysAvailable', { day, car, amount: 1 })),
  )
  return [
    ...money,
    ...sales,
    ...ofCars,
    ...earnedRent(audit).map((each) => part('earned', each)),
    ...audit.fines.map((each) => part('passedOn', { ...each, car: carOf(each.booking, each.day) })),
    ...audit.fromDeposits.map((each) =>
      part('fromDeposits', { ...each, car: carOf(each.booking, each.day) }, 'deposit'),
    ),
    ...audit.costs.map(({ isFine, ...each }) => part(isFine ? 'ownFines' : 'costs', each)),
    ...audit.late.map((each) => part('lateReturns', { ...each, amount: 1 })),
    ...[...audit.rented].map((key) => {
      const [car = '', day = ''] = key.split(' ')
      return part('daysRented', { car, day, amount: 1 })
    }),
  ]
}

const isOfCars = ({ figure, kind }: Part) => kind === 'rent' || figure === 'fromDeposits'

type KeyOf = (part: Pick<Part, 'day' | 'car' | 'kind' | 'account'>) => string

function keyOf({ firm }: Audit, by: ReportGroup): KeyOf {
  const category = new Map(firm.cars.map(({ carId, categoryId }) => [carId, categoryId]))
  const keys: Record<ReportGroup, KeyOf> = {
    day: ({ day }) => day,
    week: ({ day }) => mondayOf(day),
    month: ({ day }) => day.slice(0, 7),
    car: ({ car }) => car,
    category: ({ car }) => category.get(car) ?? '',
    kind: ({ kind }) => kind,
    method: ({ account }) => account,
  }
  return keys[by]
}

function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

const RANGES = [
  ['2026-12', '2026-12'],
  ['2027-01', '2027-01'],
  ['2026-12', '2027-01'],
] as const

const OF_NOW: ReadonlySet<FigureName> = new Set(['prepaid', 'owed', 'depositsHeld'])

const report =
  (by: ReportGroup): Page =>
  async (audit) => {
    const all = partsOf(audit)
    const isOfFirm = by === 'kind' || by === 'method'
    const parts = all.filter((part) => (isOfFirm ? by === 'kind' || part.account !== '' : isOfCars(part)))
    for (const [from, to] of RANGES) {
      if (to > audit.today.slice(0, 7)) continue
      const inRange = parts.filter(({ day, figure }) => {
        const month = day.slice(0, 7)
        return month >= from && month <= to && (day <= audit.today || figure === 'costs')
      })
      await compareRange(audit, { from, to, by }, inRange)
    }
    if (!isOfFirm) await compareNow(audit, by)
  }

/** The whole, each line and the file of a report of months. */
async function compareRange(
  audit: Audit,
  query: { from: string; to: string; by: ReportGroup },
  parts: readonly Part[],
): Promise<void> {
  const { firm, say } = audit
  const { from, to, by } = query
  const page = `report by ${by}`
  const { total, data } = await firm.market.call('GET /api/admin/reports', { query }, firm.admin)
  const { rows, totals } = await exportedRows(audit, `reports.csv?from=${from}&to=${to}&by=${by}`)
  const key = keyOf(audit, by)
  for (const name of lineFigures[by].filter((each) => !OF_NOW.has(each))) {
    const ofName = parts.filter(({ figure }) => figure === name)
    const again = sumOf(ofName)
    say(page, name, total[name], again, to)
    say(page, `${name} in the file`, column(rows, columnHead(name)), again, to)
    say(page, `${name} in the total line`, totals.get(columnHead(name)) ?? 0, again, to)
    for (const line of new Set([...data.map(({ _id }) => _id), ...ofName.map(key)])) {
      const shown = data.find(({ _id }) => _id === line)?.[name] ?? 0
      const ofLine = sumOf(ofName, (part) => key(part) === line)
      say(page, `${name} of a line`, shown, ofLine, line)
    }
  }
}

/** What is so now: of the whole, and of each car or category by the present cars of the bookings. */
async function compareNow(audit: Audit, by: ReportGroup): Promise<void> {
  const { say, firm, today } = audit
  const page = `report by ${by}`
  const query = { from: today.slice(0, 7), to: today.slice(0, 7), by }
  const { total, data } = await firm.market.call('GET /api/admin/reports', { query }, firm.admin)
  const parts = await partsOfNow(audit)
  const key = keyOf(audit, by)
  for (const name of ['prepaid', 'owed', 'depositsHeld'] as const) {
    const ofName = parts.filter(({ figure }) => figure === name)
    say(page, name, total[name], sumOf(ofName))
    if (by !== 'car' && by !== 'category') continue
    for (const line of new Set([...data.map(({ _id }) => _id), ...ofName.map(key)])) {
      const shown = data.find(({ _id }) => _id === line)?.[name] ?? 0
      const ofLine = sumOf(ofName, (part) => key(part) === line)
      say(page, `${name} of a line`, shown, ofLine, line)
    }
  }
}

async function partsOfNow({ firm, balances, prices, today, journal }: Audit): Promise<Part[]> {
  const deposits = await firm.market.db.selectFrom('deposits').select(['id', 'booking_id']).execute()
  const bookingOf = new Map(deposits.map(({ id, booking_id }) => [id, booking_id]))
  const owed = new Map(
    balances
      .filter(({ type }) => type === 'booking')
      .map((each) => [each.id, Math.max(0, each.receivable - each.unapplied)]),
  )
  const ahead = new Map<string, number>()
  for (const { booking, day, amount } of prices)
    if (day > today) ahead.set(booking, (ahead.get(booking) ?? 0) + amount)
  const part = (figure: FigureName, booking: string, amount: number): Part => {
    const car = journal.cars.get(booking)?.at(-1)?.car ?? ''
    return { figure, day: today, car, kind: 'rent', account: '', amount }
  }
  return [
    ...[...ahead].map(([id, amount]) => part('prepaid', id, Math.max(0, amount - (owed.get(id) ?? 0)))),
    ...[...owed].map(([id, amount]) => part('owed', id, amount)),
    ...balances.map((each) => part('depositsHeld', bookingOf.get(each.id) ?? '', each.held)),
  ].filter(({ amount }) => amount !== 0)
}

export const reportPages: Readonly<Record<string, Page>> = Object.fromEntries(
  (['day', 'week', 'month', 'car', 'category', 'kind', 'method'] as const).map((by) => [
    `report by ${by}`,
    report(by),
  ]),
)
