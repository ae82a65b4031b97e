import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carBackWithDeposit, carOutWithDeposit, postKeptPart } from './deposits.ts'
import { postFine, rentedCar } from './fines.ts'
import { hasSpreadsheet, NO_SPREADSHEET, openInSpreadsheet, type SheetCell } from './open-in-spreadsheet.ts'
import { addRefundDue, bookByMpesa, paidWith, receivePayment, sendC2bPayment } from './payments.ts'
import type { Person } from './people.ts'
import { exported, type Row, readTable, sumOf, totalsOf } from './read-export.ts'
import { BOOKING_MORNING } from './renting.ts'
import { createListing, drawCode } from './selling.ts'
import { addProduct, placeOrder } from './shopping.ts'
import { openTestMarket, type TestMarket } from './test-app.ts'
import { trial } from './trial.ts'

let market: TestMarket
let staff: Person
let admin: Person
let first: string
let last: string
/** Two days with deposits, fines, costs and refunds on each. */
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  first = today()
  await oneDay(3_000)
  market.clock.advance(24 * 3_600_000)
  await oneDay(4_500)
  last = today()
})
afterAll(() => market.close())

const today = () => nairobiDay(market.clock.now())

async function oneDay(amount: number) {
  await carOutWithDeposit(market, staff)
  const back = await carBackWithDeposit(market, staff)
  const kept = await postKeptPart(market, staff, back, { photoIds: back.photoId })
  expect(kept.statusCode).toBe(200)
  const { plate, carId } = await rentedCar(market, staff)
  await postFine(market, staff, { plate, amount: String(amount) })
  const cost = { kind: 'fuel', amount: String(amount), day: today(), note: '=1+1' } as never
  await market.call('POST /api/admin/car/:carId/costs', { params: { carId }, body: cost }, staff)
  await market.call('POST /api/admin/car/:carId/costs', { params: { carId }, body: cost }, staff)
  const { data } = await market.call(
    'GET /api/admin/car/:carId/costs',
    { params: { carId }, query: {} },
    staff,
  )
  const withdrawn = { params: { costId: data[0]?._id ?? '' }, body: { reason: 'Twice' } }
  await market.call('POST /api/admin/car-cost/:costId/withdraw', withdrawn, staff)
  await sendC2bPayment(market, { amount })
  await addRefundDue(market)
  const { refundId } = await addRefundDue(market)
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith() },
    staff,
  )
}

const file = (path: string) => exported(market, admin, path)
const sumOfList = async (
  route: 'GET /api/admin/deposits' | 'GET /api/admin/refunds' | 'GET /api/admin/fines',
  query: object,
) =>
  ((await market.call(route, { query } as never, admin)) as { pagination: { sum?: number } }).pagination.sum

/** The days of one day, of the other, and of both. */
const spans = () => [
  { fromDay: first, toDay: first },
  { fromDay: last, toDay: last },
  { fromDay: first, toDay: last },
]
const addressOf = (query: Record<string, string>) => String(new URLSearchParams(query))

describe('a file has the rows and the total of its page, by its days', () => {
  test('of deposits', async () => {
    const sums: (number | undefined)[] = []
    for (const span of spans()) {
      const held = await file(`deposits.csv?${addressOf({ queue: 'held', ...span })}`)
      expect(sumOf(held, m.csv_held_ksh)).toBe(
        await sumOfList('GET /api/admin/deposits', { queue: 'held', ...span }),
      )
      const all = await file(`deposits.csv?${addressOf({ queue: 'all', ...span })}`)
      const shown = await sumOfList('GET /api/admin/deposits', { queue: 'all', ...span })
      expect(sumOf(all, m.csv_held_ksh) + sumOf(all, m.csv_to_give_back_ksh)).toBe(shown)
      expect(sumOf(all, m.csv_kept_ksh)).toBe(2_000 * (span.fromDay === span.toDay ? 1 : 2))
      sums.push(shown)
    }
    expect(sums).toEqual([18_000, 18_000, 36_000])
  })

  test('of fines', async () => {
    const sums: number[] = []
    for (const span of spans()) {
      const rows = await file(`fines.csv?${addressOf({ tab: 'charged', ...span })}`)
      sums.push(sumOf(rows, m.csv_amount_ksh))
      expect(sums.at(-1)).toBe(await sumOfList('GET /api/admin/fines', { tab: 'charged', ...span }))
    }
    expect(sums).toEqual([3_000, 4_500, 7_500])
  })

  test('of refunds, those that were sent by the day on which they went out', async () => {
    for (const queue of ['due', 'sent']) {
      const sums: number[] = []
      for (const span of spans()) {
        const rows = await file(`refunds.csv?${addressOf({ queue, ...span })}`)
        sums.push(sumOf(rows, m.csv_amount_ksh))
        expect(sums.at(-1)).toBe(await sumOfList('GET /api/admin/refunds', { queue, ...span }))
      }
      expect([queue, ...sums]).toEqual([queue, 13_500, 13_500, 27_000])
    }
  })

  test('of costs; what is withdrawn does not count, and stands beside', async () => {
    const rows = await file(`car-costs.csv?${addressOf({ fromDay: first, toDay: last })}`)
    const month = first.slice(0, 7)
    const { total } = await market.call(
      'GET /api/admin/reports',
      { query: { from: month, to: month, by: 'car' } },
      admin,
    )
    expect(sumOf(rows, m.csv_amount_ksh)).toBe(total.costs)
    expect(sumOf(rows, m.csv_withdrawn_ksh)).toBe(7_500)
    expect(
      sumOf(await file(`car-costs.csv?${addressOf({ fromDay: last, toDay: last })}`), m.csv_amount_ksh),
    ).toBe(4_500)
    expect(rows[0]).toMatchObject({ [m.csv_day()]: last, [m.csv_note()]: "'=1+1", [m.csv_kind()]: 'Fuel' })
  })

  test('of reconciliation: each day closes as its page says, and opens as the one before closed', async () => {
    const rows = await file(`reconciliation.csv?${addressOf({ fromDay: addDays(first, -1), toDay: last })}`)
    expect(rows).toHaveLength(3 * 5)
    for (const day of [first, last]) {
      const { data } = await market.call('GET /api/admin/reconciliation', { query: { day } }, admin)
      const ofDay = rows.filter((row) => row[m.csv_day()] === day)
      expect(
        ofDay.map((row) =>
          [m.csv_opening_ksh, m.csv_in_ksh, m.csv_out_ksh, m.csv_closing_ksh].map((title) =>
            Number(row[title()]),
          ),
        ),
      ).toEqual(data.accounts.map((account) => [account.opening, account.in, account.out, account.closing]))
      expect(sumOf(ofDay, m.csv_reported_ksh)).toBe(data.reports.reported)
    }
    const backwards = { fromDay: last, toDay: first }
    const refused = await market.app.inject({
      url: `/api/admin/reconciliation.csv?${addressOf(backwards)}`,
      headers: { token: admin.token },
    })
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      m.validation_days_of_a_year(),
    ])
  })

  test('of the audit log: each changed field in words, with its time in Nairobi', async () => {
    const rows = await file(`audit.csv?${addressOf({ subject: 'car_costs', fromDay: last, toDay: last })}`)
    expect(rows.filter((row) => row[m.csv_field()] === 'Withdrawn')).toMatchObject([
      {
        [m.admin_audit_person_label()]: staff.name,
        [m.csv_reason()]: 'Twice',
        [m.csv_before()]: m.admin_audit_nothing(),
        [m.csv_after()]: expect.stringMatching(new RegExp(`^${last} \\d\\d:\\d\\d$`)),
      },
    ])
    expect(rows.every((row) => row[m.csv_time()]?.startsWith(last))).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })
})

test('the file of the audit log has no id, also where a refund ended and began again', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId)
  const params = { bookingId: booking._id }
  const cancel = { params, body: { reason: 'The customer called' } }
  await market.call('POST /api/admin/booking/:bookingId/cancel', cancel, staff)
  await market.call('POST /api/admin/booking/:bookingId/undo', { params, body: { note: 'Again' } }, staff)
  const rows = await file('audit.csv')
  expect(rows.some((row) => Object.values(row).includes('Take back what ended a booking'))).toBe(true)
  expect(rows.filter((row) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(JSON.stringify(row)))).toEqual([])
})

test('what is cancelled counts neither in the sum of its list nor in the total of its file, and stands beside', async () => {
  const { booking } = await bookByMpesa(market)
  const params = { bookingId: booking._id }
  const list = async () =>
    (await market.call('GET /api/admin/bookings', { query: {} }, admin)).pagination.sum ?? 0
  const before = await list()
  const reason = { reason: 'The customer called' }
  await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body: reason }, staff)
  expect(await list()).toBe(before - booking.finalAmount)
  const rows = await file('bookings.csv')
  expect(sumOf(rows, m.csv_total_ksh)).toBe(await list())
  const row = rows.find((each) => each[m.csv_reference()] === booking.bookingId)
  expect(row).toMatchObject({
    [m.csv_total_ksh()]: '0',
    [m.csv_cancelled_ksh()]: String(booking.finalAmount),
  })

  const person = await market.signUp()
  const { data: order } = await placeOrder(market, person, await addProduct(market, { price: 700 }))
  const orders = async () =>
    (await market.call('GET /api/admin/orders', { query: { queue: 'all' } }, admin)).pagination.sum ?? 0
  expect(await orders()).toBe(order.amount)
  await market.call('POST /api/order/cancel', { body: { orderId: order._id } }, person)
  expect([await orders(), sumOf(await file('orders.csv'), m.csv_total_ksh)]).toEqual([0, 0])
})

/** What a file needs to be asked for besides who asks. */
const needed: Partial<Record<RouteKey, string>> = {
  'GET /api/admin/reconciliation.csv': 'fromDay=2026-04-01&toDay=2026-04-30',
  'GET /api/admin/balance-items.csv': 'balance=mpesa',
}

test('each exported CSV names its period, and keeps days and phone numbers as text without formulas', async () => {
  const phones = ['+447911123456', '0712345678']
  for (const [at, phone] of phones.entries()) {
    const { booking } = await bookByMpesa(market)
    await sql`update bookings set customer_info = jsonb_set(customer_info, '{phone}', to_jsonb(${phone}::text))
      where id = ${booking._id}`.execute(market.db)
    await sendC2bPayment(market, {
      amount: 100 + at,
      code: drawCode(market.clock.now()),
      name: '=HYPERLINK("x")',
    })
  }
  const files = Object.keys(routes).filter((name) => name.endsWith('.csv')) as RouteKey[]
  expect(files).toHaveLength(14)
  const found: Row[] = []
  for (const name of files) {
    const span = `fromDay=${first}&toDay=${last}`
    const asked = needed[name] ?? ''
    const url = `${name.slice('GET '.length)}?${asked}`
    const { body, statusCode, headers } = await market.app.inject({ url, headers: { token: admin.token } })
    expect([url, statusCode]).toEqual([url, 200])
    const { rows, total = '' } = readTable(body, name)
    // An empty line and what the rows add up to.
    expect([name, total]).toEqual([name, expect.stringMatching(/^Total \(rows: \d+\)/)])
    const sums = [...totalsOf(total)].map(([title]) => [title, sumOf(rows, () => title)])
    expect([name, Number(/\d+/.exec(total)), ...totalsOf(total)]).toEqual([name, rows.length, ...sums])
    expect([name, sums.length > 0]).toEqual([name, !/people|audit/.test(name)])
    expect([name, rows.length > 0 || /listings|orders/.test(name)]).toEqual([name, true])
    const cells = rows.flatMap((row) => Object.values(row))
    expect([
      name,
      cells.filter((cell) => /^\s*[=+\-@\t\r＝＋－＠−|%]/.test(cell) && !/^-\d+$/.test(cell)),
    ]).toEqual([name, []])
    // A spreadsheet takes `4,500` for a number, of four thousand or of four.
    expect([name, cells.filter((cell) => /^\d{1,3}(,\d{3})+$/.test(cell))]).toEqual([name, []])
    // Prose like `30 Sept 2026, 11:17`.
    expect([name, cells.filter((cell) => /^\d{1,2} \p{L}+ \d{4}/u.test(cell))]).toEqual([name, []])
    found.push(...rows)
    if (!asked.includes('fromDay') && !/deposits|refunds|fines|car-costs|audit|payments|bookings/.test(name))
      continue
    const dated = await market.app.inject({
      url: `${name.slice('GET '.length)}?${asked || span}`,
      headers: { token: admin.token },
    })
    expect([name, dated.headers['content-disposition']]).toEqual([
      name,
      expect.stringMatching(/from-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d/),
    ])
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  }
  const phoneCells = new Set(found.map((row) => row[m.csv_phone()]))
  expect([phoneCells.has('tel:+447911123456'), phoneCells.has('0712 345 678')]).toEqual([true, true])
})

// What a program makes of a cell is its text, its number or its day; no cell is a formula.
trial('LibreOffice reads each exported file as it was meant', { full: 1, few: 0 }, async ({ rounds }) => {
  if (rounds === 0) return
  if (!(await hasSpreadsheet())) return void process.stderr.write(`${NO_SPREADSHEET}\n`)
  const files = Object.keys(routes).filter((name) => name.endsWith('.csv')) as RouteKey[]
  let cellsRead = 0
  for (const name of files) {
    const url = `${name.slice('GET '.length)}?${needed[name] ?? ''}`
    const { rawPayload, body } = await market.app.inject({ url, headers: { token: admin.token } })
    const { rows, total } = readTable(body, name)
    const [head = [], ...lines] = await openInSpreadsheet(rawPayload)
    const titles = head.map(({ value }) => value)
    expect([name, titles]).toEqual([name, (body.slice(1).split('\r\n')[0] ?? '').split(',')])
    expect([name, lines.at(-1)?.[0]?.value]).toEqual([name, total])
    for (const [at, row] of rows.entries())
      for (const [place, title] of titles.entries()) {
        const text = row[title] ?? ''
        const cell = lines[at]?.[place]
        expect([name, title, cell?.formula]).toEqual([name, title, undefined])
        // Midnight is kept as the day alone.
        const meant = cell?.type === 'date' ? text.replace(/ 00:00$/, '') : text
        expect([name, title, readOf(cell)]).toEqual([name, title, meant])
        if (/^-?\d+$/.test(text) && /Ksh/.test(title))
          expect([name, title, cell?.type]).toEqual([name, title, 'float'])
        cellsRead += 1
      }
  }
  expect(cellsRead).toBeGreaterThan(500)
})

/** A cell of the spreadsheet, written as in the CSV: days and times in ISO form, numbers in digits, text unchanged. */
function readOf(cell: SheetCell | undefined): string {
  if (cell === undefined || cell.type === '') return ''
  if (cell.type === 'date') return cell.value.replace(/T(\d\d:\d\d):00$/, ' $1')
  return cell.type === 'time' ? cell.value.replace(/^PT(\d+)H(\d+)M.*$/, '$1:$2') : cell.value
}

test('no file has a code where a person reads a word', async () => {
  await createListing(market, staff)
  await placeOrder(market, await market.signUp(), await addProduct(market))
  const read = [m.csv_status, m.csv_payment, m.csv_way, m.csv_latest_payment].map((label) => label())
  const files = ['bookings', 'orders', 'listings', 'payments', 'refunds', 'deposits'].map(
    (name) => `${name}.csv`,
  )
  const codes: string[] = []
  for (const path of [...files, 'payments.csv?queue=unmatched', 'refunds.csv?queue=sent']) {
    const rows = await file(path)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const label of read)
        if (/^[a-z][a-z_-]*$/.test(row[label] ?? '')) codes.push(`${path} ${label}: ${row[label]}`)
  }
  expect([...new Set(codes)]).toEqual([])
})
