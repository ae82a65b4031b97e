import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let port = 0

beforeAll(async () => {
  market = await openTestMarket()
  port = Number(new URL(await market.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => market.close())

/** Sends these bytes on a connection of their own, and resolves with all that came back before the server closed it. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(120_000, () => socket.destroy(new Error(`no end of the answer: ${received}`)))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(bytes)
  })
}

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code)
const smuggled = 'GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
const head = 'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

/** A proxy and the server could disagree about where such a message ends: then the rest would be a request of somebody else. */
const ambiguous = {
  'a length and chunks': `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'two lengths': `${head}content-length: 4\r\ncontent-length: 5\r\n\r\n{}  ${smuggled}`,
  'chunks that are not the last coding': `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  'a length that is no number': `${head}content-length: 4, 4x\r\n\r\n{}  ${smuggled}`,
  'a space before the colon': `${head}content-length : 4\r\n\r\n{}  ${smuggled}`,
  'a line end inside a header': `${head}x-note: a\rcontent-length: 4\r\n\r\n{}  ${smuggled}`,
}

test.each(Object.entries(ambiguous))(
  'a message with %s is refused, and nothing after it is read',
  async (_, bytes) => {
    expect(statuses(await exchange(bytes))).toEqual(['400'])
  },
)

test('a complete message followed by another gets two answers: the check above can see a second request', async () => {
  const first = `${head}content-length: 2\r\n\r\n{}`
  expect(statuses(await exchange(first + smuggled))).toEqual(['400', '200'])
})

test('TRACE and unknown methods are refused, and nothing of the request comes back', async () => {
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND']) {
    const received = await exchange(
      `${method} /api/car/list HTTP/1.1\r\nhost: x\r\nx-secret: kept\r\nconnection: close\r\n\r\n`,
    )
    expect(received, method).not.toContain('kept')
    for (const status of statuses(received)) expect(['400', '404', '405'], method).toContain(status)
  }
})
