import { expect, type Page } from '@playwright/test'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { type Firm, openFirm } from '../support/firm.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { moveBookingBack, moveDaysSoThatCarIsLate, movePickupToMidnight } from '../support/past-days.ts'
import { newMpesaCode, payAtPaybill } from '../support/paybill.ts'
import { firstAdminToken } from '../support/people.ts'
import { openDesk } from '../support/yard.ts'

/** No other journey runs beside these: what they count is of the whole market. */
let firm: Firm
test.beforeAll(async () => {
  firm = await openFirm({ cars: 25, clerks: 5 })
  await playDay(firm)
})
test.afterAll(() => firm.close())

/** 40 bookings in every state that a day at the desk leaves behind. */
async function playDay({ cars, hire, takeDeposit, handOver, takeBack, nextClerk }: Firm) {
  const admin = { token: await firstAdminToken() }
  const carAt = (at: number) => cars[at % cars.length] as (typeof cars)[number]
  const cancel = (bookingId: string) => {
    const request = { params: { bookingId }, body: { reason: 'The customer called' } }
    return call('POST /api/admin/booking/:bookingId/cancel', request, nextClerk())
  }
  // Out: one late, one due today, one that pays by deposit, one that owes its charges.
  const [late, due, byDeposit, owes, stays] = [
    await hire(carAt(0), { paidBy: 'cash' }),
    await hire(carAt(1), { paidBy: 'card' }),
    await hire(carAt(2), { paidBy: 'bank' }),
    await hire(carAt(3), { paidBy: 'cheque' }),
    await hire(carAt(4), { paidBy: 'mpesa' }),
  ]
  for (const hired of [late, due, byDeposit, owes, stays]) {
    await takeDeposit(hired, hired === stays ? 'mpesa' : 'cash')
    await handOver(hired, admin)
  }
  await moveDaysSoThatCarIsLate(late.bookingId)
  await moveBookingBack(due.bookingId, 3)
  await takeBack(byDeposit, 'deposit')
  await takeBack(owes, 'none')
  const settle = 'POST /api/admin/booking/:bookingId/deposit/settle'
  await call(settle, { params: { bookingId: byDeposit.bookingId }, body: {} }, nextClerk())

  // Not paid yet: one pays a part at the paybill, one all of it.
  for (let at = 5; at < 9; at += 1) await hire(carAt(at), { paidBy: 'none' })
  const [inPart, whole] = [
    await hire(carAt(9), { paidBy: 'none' }),
    await hire(carAt(10), { paidBy: 'none' }),
  ]
  await payAtPaybill({ amount: 1_000, reference: inPart.booking.bookingId.toLowerCase() })
  await payAtPaybill({ amount: whole.booking.finalAmount, reference: whole.booking.bookingId })
  for (const amount of [1_250, 2_750]) await payAtPaybill({ amount, reference: `SHOP ${newMpesaCode()}` })

  // Called off, not fetched, to be fetched today.
  for (let at = 11; at < 14; at += 1)
    await cancel((await hire(carAt(at), { paidBy: at === 11 ? 'mpesa' : 'cash' })).bookingId)
  const absent = await hire(carAt(14), { paidBy: 'cash' })
  await movePickupToMidnight(absent.bookingId)
  const noShow = { params: { bookingId: absent.bookingId }, body: { note: 'Phone is off' } }
  await call('POST /api/admin/booking/:bookingId/no-show', noShow, nextClerk())
  await moveBookingBack((await hire(carAt(15), { paidBy: 'cash' })).bookingId, 5)
  for (let at = 16; at < 20; at += 1) {
    const hired = await hire(carAt(at), { paidBy: 'cash', days: 4 })
    await moveBookingBack(hired.bookingId, 1)
    if (at % 2 === 0) await takeDeposit(hired)
  }
  // Later rentals, and paid in every way.
  const ways = ['cash', 'mpesa', 'card', 'bank', 'cheque', 'none'] as const
  for (let at = 20; at < 40; at += 1)
    await hire(carAt(at - 15), { paidBy: ways[at % ways.length] ?? 'cash', ahead: 20 + at })
}

const numberIn = (text: string) => Number(text.replace(/[^\d-]/g, ''))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The rows on the page: of the table or list that is named like the page, or of the queue beside which one of it is open. */
function rowsOf(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const title = main.querySelector('h1')?.textContent
    const named = [...main.querySelectorAll('table, ul')].filter(
      (list) => (list.querySelector('caption')?.textContent ?? list.ariaLabel) === title,
    )
    const queue = main.querySelectorAll('ol[aria-label]:not(article ol) > li').length
    return named.reduce((count, list) => count + (list.querySelector('tbody') ?? list).children.length, queue)
  })
}

/** The rows of the list at this address, on all its pages; `read` is told of each page. */
async function countRows(page: Page, address: string, read: () => Promise<void> = async () => {}) {
  const main = page.getByRole('main')
  let count = 0
  for (let next: string | null = address; next !== null; ) {
    await page.goto(next)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByText('Loading', { exact: true })).toHaveCount(0)
    count += await rowsOf(page)
    await read()
    const link = main.getByRole('link', { name: 'Next page' })
    next = (await link.count()) > 0 ? await link.getAttribute('href') : null
  }
  return count
}

test('each tile of the first page is as long as the list that it opens', async ({ page }) => {
  await openDesk(page, '/admin')
  const tiles = page.getByRole('region', { name: 'Queues' }).getByRole('link')
  await expect(tiles.first()).toBeVisible()
  const told = await tiles.evaluateAll((links) =>
    links.map((link) => ({
      label: link.lastElementChild?.textContent ?? '',
      href: link.getAttribute('href') ?? '',
      count: Number(link.querySelector('.figures')?.textContent?.replaceAll(',', '')),
    })),
  )
  expect(told.length).toBeGreaterThan(20)
  const lists: typeof told = []
  for (const tile of told) lists.push({ ...tile, count: await countRows(page, tile.href) })
  expect(lists).toEqual(told)
})

const lists = [
  'bookings',
  'deposits',
  'drivers',
  'fines',
  'fleet',
  'fleet/due',
  'listings',
  'orders',
  'payments',
  'refunds',
]

test('each number at a tab, and the sentence above its rows, is the length of the list', async ({ page }) => {
  await openDesk(page, '/admin')
  let compared = 0
  for (const name of lists) {
    await countRows(page, `/admin/${name}`)
    const tabs = page.getByRole('main').getByRole('navigation').first().getByRole('link')
    const numbered = await tabs.evaluateAll((links) =>
      links.flatMap((link) => {
        const count = link.querySelector('.figures')?.textContent
        return count ? [{ href: link.getAttribute('href') ?? '', count }] : []
      }),
    )
    for (const { href, count } of numbered) {
      const told = [numberIn(count)]
      const rows = await countRows(page, href, async () => {
        const sentence = page.getByRole('main').getByRole('status').filter({ hasText: /^\d/ })
        if ((await sentence.count()) > 0) told.push(numberIn((await sentence.first().textContent()) ?? ''))
      })
      compared += told.length
      for (const figure of told) expect([href, figure]).toEqual([href, rows])
    }
  }
  expect(compared).toBeGreaterThan(25)
})

test('the deposits that are held in all are the rows of their list', async ({ page }) => {
  const held: number[] = []
  await openDesk(page, '/admin')
  const rows = await countRows(page, '/admin/deposits', async () => {
    const amounts = page.getByRole('table', { name: 'Deposits' }).locator('tbody .text-xl')
    held.push(...(await amounts.allTextContents()).map(numberIn))
  })
  const notice = page.getByRole('main').getByRole('link', { name: /of deposits is owed back/ })
  await expect(notice).toContainText(`${showKsh(sum(held))} is held`)
  expect(held.length).toBe(rows)
})

test('each balance is the rows of its list, and what deposits and refunds say of it', async ({
  page,
  checkPage,
}) => {
  await openDesk(page, '/admin/balances')
  const figures = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('link') })
  await expect(figures).toHaveCount(11)
  await checkPage(page)
  const told = await figures.evaluateAll((rows) =>
    rows.map((row) => ({
      href: row.querySelector('a')?.getAttribute('href') ?? '',
      amount: row.querySelector('dd .text-xl')?.textContent ?? '',
    })),
  )
  const lists: typeof told = []
  for (const { href } of told) {
    const amounts: number[] = []
    await countRows(page, href, async () => {
      const cells = page.getByRole('main').locator('tbody tr > :nth-child(2)')
      amounts.push(...(await cells.allTextContents()).map(numberIn))
    })
    lists.push({ href, amount: showKsh(sum(amounts)) })
  }
  expect(lists).toEqual(told)
  const amountOf = (balance: string) =>
    told.find(({ href }) => href.includes(`balance=${balance}`))?.amount ?? 'none'
  await page.goto(told.find(({ href }) => href.includes('balance=deposits'))?.href ?? '')
  await expect(page.getByRole('main').getByText(`${amountOf('deposits')} in all.`)).toBeVisible()
  await checkPage(page)
  await page.goto('/admin/deposits')
  const held = { name: `${amountOf('deposits')} is held` }
  await expect(page.getByRole('main').getByRole('link', held)).toBeVisible()
  await page.goto('/admin/refunds')
  await expect(page.getByRole('main').getByText(`${amountOf('refunds')} is owed back in all`)).toBeVisible()
})

test('the money of a day is the sum of its rows, and the week of the first page is its days', async ({
  page,
}) => {
  await openDesk(page, '/admin')
  const week = page.getByRole('table', { name: 'Money in, seven days' })
  await expect(week.locator('tbody tr')).toHaveCount(7)
  const days = await week
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    )
  const told = days.map((amounts) => sum(amounts.map(numberIn)))
  const today = nairobiDay(new Date())
  const received: number[] = []
  for (const back of [6, 5, 4, 3, 2, 1, 0]) {
    await page.goto(`/admin/reconciliation?day=${addDays(today, -back)}`)
    const total = page
      .getByRole('main')
      .locator('dl .panel')
      .filter({ hasText: 'Received' })
      .locator('dd span')
      .first()
    received.push(numberIn((await total.textContent()) ?? ''))
    await compareRowsOfDay(page)
  }
  expect(received).toEqual(told)
  expect(received.at(-1)).toBeGreaterThan(0)
})

/** The table of what came in and the list of what went back add up to the totals above them; each difference has its rows. */
async function compareRowsOfDay(page: Page) {
  const main = page.getByRole('main')
  const cells = async (part: string, at: number) =>
    (await main.locator(`table ${part} tr > :nth-child(${at})`).allTextContents()).map(numberIn)
  for (const column of [2, 3]) {
    const total = await cells('tfoot', column)
    if (total.length > 0) expect([sum(await cells('tbody', column))]).toEqual(total)
  }
  const refunded = main.locator('dl .panel').filter({ hasText: 'Refunded' }).locator('dd span').first()
  const sent = await main
    .getByRole('region', { name: 'Refunds sent' })
    .locator('li > :first-child')
    .allTextContents()
  expect(sum(sent.map(numberIn))).toBe(numberIn((await refunded.textContent()) ?? ''))
}

test('a figure of all cars is the sum of its cars, its categories and its months', async ({ page }) => {
  const totals: string[][] = []
  for (const by of ['car', 'category', 'month']) {
    await openDesk(page, `/admin/reports?by=${by}`)
    const figures = page.getByRole('main').locator('dl[aria-label="All cars"] > div')
    await expect(figures).toHaveCount(15)
    const told = await figures.evaluateAll((divs) =>
      divs.map((div) => div.lastElementChild?.textContent ?? ''),
    )
    totals.push(told)
    const names = await figures.evaluateAll((divs) =>
      divs.map((div) => div.firstElementChild?.textContent ?? ''),
    )
    const table = page.getByRole('table', { name: 'Figures' })
    const heads = await table.locator('thead th').allTextContents()
    for (const [at, name] of names.entries()) {
      // A share of days does not add up, and what is held has no month.
      if (at === 0 || !heads.includes(name)) continue
      const cells = table.locator(`tbody tr > :nth-child(${heads.indexOf(name) + 1}) .figures`)
      expect([by, name, sum((await cells.allTextContents()).map(numberIn))]).toEqual([
        by,
        name,
        numberIn(told[at] ?? ''),
      ])
    }
  }
  expect(new Set(totals.map((told) => told.join())).size).toBe(1)
})

test('yard, holds and the first page tell one number', async ({ page }) => {
  await openDesk(page, '/admin')
  const tile = async (label: string) => {
    const text = await page
      .getByRole('region', { name: 'Queues' })
      .getByRole('link', { name: label })
      .textContent()
    return numberIn(/^[\d,]+/.exec(text ?? '')?.[0] ?? '')
  }
  const told = {
    pickups: await tile('Pickups today'),
    returns: (await tile('Returns today')) + (await tile('Overdue returns')),
  }
  const holds = page.getByRole('link', { name: /^Unpaid holds/ })
  const unpaid = numberIn((await holds.textContent()) ?? '')
  await holds.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid holds' })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  expect(await page.getByRole('main').locator('ul[aria-label] > li').count()).toBe(unpaid)

  await page.goto('/admin/yard')
  const open = async (kind: 'Pickups' | 'Returns', done: string) => {
    const part = page.getByRole('region', { name: new RegExp(`^${kind} \\(\\d+\\)$`) })
    const moves = part.getByRole('listitem')
    const heading = await part.getByRole('heading').textContent()
    expect(await moves.count()).toBe(numberIn(heading ?? ''))
    return (
      (await moves.count()) - (await moves.filter({ has: page.getByText(done, { exact: true }) }).count())
    )
  }
  const yard = { pickups: await open('Pickups', 'Handed over'), returns: await open('Returns', 'Back') }
  expect(yard).toEqual(told)
})
