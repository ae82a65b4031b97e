import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let token = ''
beforeAll(async () => {
  market = await openTestMarket()
  token = (await market.signUp({ role: 'admin' })).token
  for (let number = 0; number < 20; number += 1) {
    await addCar(market.db, { name: `Honda Fit ${number}` })
    await market.signUp()
  }
})
afterAll(() => market.close())

const get = (url: string, acceptEncoding?: string) =>
  market.app.inject({
    url,
    headers: { token, ...(acceptEncoding ? { 'accept-encoding': acceptEncoding } : {}) },
  })

test.each(['/api/admin/cars?page=1', '/api/admin/people.csv'])(
  'a long answer is compressed for clients that accept it: %s',
  async (url) => {
    const [plain, compressed] = await Promise.all([get(url), get(url, 'gzip, deflate, br')])
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers.vary).toContain('accept-encoding')
    // Exports are streamed, without a length.
    if (url.startsWith('/api/admin/cars'))
      expect(Number(compressed.headers['content-length'])).toBe(compressed.rawPayload.length)
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
  },
)

test('a short answer is sent as it is', async () => {
  const answer = await get('/api/health/live', 'br')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a compressed request is refused, not expanded', async () => {
  const payload = gzipSync(JSON.stringify({ name: 'A', email: 'a@example.com', message: 'x'.repeat(900) }))
  const answer = await market.app.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
})
