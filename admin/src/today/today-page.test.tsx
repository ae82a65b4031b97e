import { screen } from '@testing-library/react'
import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { links } from '../links.ts'
import TodayPage from './today-page.tsx'

const atTheDesk: TodayCounts = {
  listingsToVerify: 0,
  listingsReported: 0,
  bookingsToConfirm: 2,
  pickups: 1,
  returns: 0,
  overdue: 0,
  notHandedOver: 0,
  chargesDisputed: 0,
  owed: 0,
  driversToCheck: 0,
  carsDue: 0,
  ordersUnpaid: 0,
  ordersToPack: 0,
  ordersToSend: 0,
  messagesOpen: 0,
  notificationsFailed: 0,
  productsLow: 0,
}
const ofMoney: TodayCounts = {
  ...atTheDesk,
  paymentsToCheck: 3,
  paymentsUnmatched: 0,
  paymentsUnreported: 0,
  paymentsAnswerLost: 0,
  depositsOverdue: 0,
  unpaidHolds: 4,
  refundsDue: 0,
  refundsToApprove: 0,
}
const money = { booking: 4_500, deposit: 0, listing_period: 0, order: 0, unmatched: 0 }

/** The first page, as the server answers it to somebody who may see this. */
async function show(counts: TodayCounts, seesSums: boolean) {
  const data = {
    at: '2026-11-20T09:00:00Z',
    warnings: [],
    counts,
    approvals: [],
    days: [{ day: '2026-11-20', bookings: 1, ...(seesSums && { money }) }],
    pickups: [],
    returns: [],
  }
  const props = { loaderData: { found: Promise.resolve({ success: true as const, data }) } }
  renderPage(<TodayPage {...(props as unknown as Parameters<typeof TodayPage>[0])} />)
  await screen.findByRole('link', { name: new RegExp(m.admin_today_queue_bookings()) })
}

const addresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('what the server does not count has no tile, and sums that it does not send no chart', async () => {
  await show(atTheDesk, false)
  expect(screen.getByRole('status').textContent).toBe(m.admin_today_queues_with_work({ count: 2, total: 17 }))
  for (const address of [links.payments(), links.refunds(), links.holds()])
    expect(addresses(), address).not.toContain(address)
  expect(screen.queryByRole('heading', { name: m.admin_today_money_title() })).toBeNull()
  expect(screen.getByRole('heading', { name: m.admin_today_bookings_title() })).toBeDefined()
})

test('staff with all rights sees every tile and both charts', async () => {
  await show(ofMoney, true)
  for (const address of [links.payments(), links.refunds(), links.holds()])
    expect(addresses(), address).toContain(address)
  expect(screen.getByRole('heading', { name: m.admin_today_money_title() })).toBeDefined()
})
