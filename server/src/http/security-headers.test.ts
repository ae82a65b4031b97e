import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket

beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const asked = [
  ['GET', '/api/car/list', 200],
  ['GET', '/api/nothing/here', 404],
  ['GET', '/api/user/me', 401],
  ['POST', '/api/user/login', 400],
  ['GET', '/api/car/get/%E0%A4%A', 400],
  ['GET', `/api/car/get/${'x'.repeat(300)}`, 404],
] as const

test.each(asked)('%s %s (%i) tells the browser to trust nothing in it', async (method, url, status) => {
  const { headers, statusCode } = await market.app.inject({ method, url })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('over https the browser is told to stay there', async () => {
  const secure = await openTestMarket({ env: { PUBLIC_URL: 'https://twende.example' } })
  try {
    const { headers } = await secure.app.inject({ method: 'GET', url: '/api/car/list' })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  } finally {
    await secure.close()
  }
})
