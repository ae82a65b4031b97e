import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { LONGEST_SILENCE_MS } from './bound-pipelining.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function openApp() {
  const app = await createApp(market.deps)
  let begun = 0
  const ends: (() => void)[] = []
  app.get('/slow', async () => {
    begun += 1
    await new Promise<void>((resolve) => ends.push(resolve))
    return 'done'
  })
  app.get('/large', async () => 'x'.repeat(8 * 1024 * 1024))
  onTestFinished(() => app.close())
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  return { app, port, begun: () => begun, end: () => ends.splice(0).map((end) => end()) }
}

function send(port: number, words: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(words)
  return socket
}

test('a connection that sends thousands of requests at once and does not read is closed after a few', async () => {
  const { port, begun, end } = await openApp()
  const words = 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_100)
  await Promise.all(Array.from({ length: 10 }, () => once(send(port, words), 'close')))
  expect(begun()).toBe(10 * 16)
  expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
  end()
})

test('a connection goes on for as long as its requests are answered', async () => {
  const { port } = await openApp()
  const socket = send(port, '')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  for (let time = 1; time <= 5; time += 1) {
    socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10))
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length).toBe(time * 10)
  }
})

test('a connection whose client does not read its answer is closed', async () => {
  const { app, port } = await openApp()
  expect(app.server.timeout).toBe(LONGEST_SILENCE_MS)
  app.server.setTimeout(300)
  const connected = once(app.server, 'connection')
  send(port, 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n').pause()
  const [served] = await connected
  await once(served, 'close')
})
