import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import type { Notification } from './notification-kinds.ts'
import { sendDueNotifications } from './send-notifications.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

async function giveUp(notification: Notification): Promise<string> {
  const id = uuidv7()
  const at = market.clock.now()
  const { kind, params } = notification
  const message = { channel: 'mail', recipient: 'njeri@example.com', kind, params: JSON.stringify(params) }
  const tried = { attempts: 5, last_error: 'ECONNREFUSED', given_up_at: at }
  const row = { id, ...message, ...tried, dedupe_key: id, created_at: at, next_attempt_at: at }
  await market.db.insertInto('notifications').values(row).execute()
  return id
}

const failed = () => market.call('GET /api/admin/notifications', { query: {} }, staff)
const retry = (notificationId: string) =>
  market.call('POST /api/admin/notification/:notificationId/retry', { params: { notificationId } }, staff)

const paid: Notification = {
  kind: 'order_paid',
  params: { name: 'Njeri', number: 'ORD1001', amount: 4_500 },
}
const withoutCode: Notification = {
  kind: 'recovery_code',
  params: { name: 'Njeri', expiresAt: '2026-12-05T06:15:00.000Z' },
}

test('a mail that was given up is shown to staff, sent once more, and then is no trouble', async () => {
  const id = await giveUp(paid)
  const { data, counts } = await failed()
  expect(counts).toEqual({ failed: 1, retrying: 0 })
  expect(data).toMatchObject([
    { _id: id, subject: 'Order ORD1001 is paid', error: 'ECONNREFUSED', canRetry: true },
  ])
  expect(JSON.stringify(data)).not.toContain('Ksh')
  await Promise.allSettled([retry(id), retry(id)])
  expect((await failed()).data).toEqual([])
  expect(await sendDueNotifications(market.deps, 'mail')).toEqual({ sent: 1 })
  await expect(retry(id)).rejects.toMatchObject({ code: 'notification_wrong_state' })
})

test('a mail whose code was wiped is not sent', async () => {
  const id = await giveUp(withoutCode)
  expect((await failed()).data).toMatchObject([{ _id: id, canRetry: false }])
  await expect(retry(id)).rejects.toMatchObject({ code: 'notification_wrong_state' })
  await expect(retry(uuidv7())).rejects.toMatchObject({ status: 404 })
})
