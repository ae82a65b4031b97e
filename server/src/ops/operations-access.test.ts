import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const TOKEN = 'a-token-of-the-monitoring-24-or-more'

let closed: TestMarket
let open: TestMarket
beforeAll(async () => {
  closed = await openTestMarket()
  open = await openTestMarket({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(async () => {
  await closed.close()
  await open.close()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

// A proxy on the same machine connects from loopback, and need not send any forwarding header.
test('a request from this machine alone sees no metrics, with and without METRICS_TOKEN', async () => {
  for (const market of [closed, open]) {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const answer = await market.app.inject({ url: '/metrics', remoteAddress })
      expect([remoteAddress, answer.statusCode]).toEqual([remoteAddress, 404])
      expect(answer.json()).toMatchObject({ success: false, code: 'not_found' })
      expect(answer.body).not.toContain('process_resident_memory_bytes')
    }
  }
})

test('METRICS_TOKEN opens the metrics; another token, or none where none is set, does not', async () => {
  const answer = await open.app.inject({ url: '/metrics', headers: bearer(TOKEN) })
  expect(answer.statusCode).toBe(200)
  expect(answer.body.includes('process_resident_memory_bytes')).toBe(true)
  expect(answer.headers['cache-control']).toBe('no-store')
  const wrong = ['', TOKEN.slice(1), `${TOKEN}x`, 'undefined', 'é', `x ${TOKEN}`]
  for (const token of wrong) {
    for (const market of [closed, open]) {
      const { statusCode } = await market.app.inject({ url: '/metrics', headers: bearer(token) })
      expect([token, statusCode]).toEqual([token, 404])
    }
  }
  expect((await closed.app.inject({ url: '/metrics', headers: bearer(TOKEN) })).statusCode).toBe(404)
})

test('an admin sees the metrics by session token; staff and customers do not', async () => {
  for (const [role, status] of [
    ['admin', 200],
    ['staff', 404],
    ['user', 404],
  ] as const) {
    const { token } = await closed.signUp({ role })
    const { statusCode } = await closed.app.inject({ url: '/metrics', headers: { token } })
    expect([role, statusCode]).toEqual([role, status])
  }
})

test('everybody may read the description of the public API; that of the staff routes needs a token', async () => {
  const { token: admin } = await open.signUp({ role: 'admin' })
  const { token: customer } = await open.signUp()
  for (const url of ['/api/openapi.json', '/api/docs']) {
    for (const headers of [{}, { token: customer }, bearer('something else')]) {
      const { body, statusCode } = await open.app.inject({ url, headers, remoteAddress: '127.0.0.1' })
      expect(statusCode).toBe(200)
      expect(body.includes('/api/booking/create')).toBe(true)
      expect(body.includes('/api/admin/')).toBe(false)
    }
    for (const headers of [{ token: admin }, bearer(TOKEN)]) {
      const { body, headers: sent } = await open.app.inject({ url, headers })
      expect(body.includes('/api/admin/today')).toBe(true)
      expect(sent['cache-control']).toBe('no-store')
    }
  }
})
