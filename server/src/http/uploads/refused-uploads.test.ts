import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

/** So often each client sends each upload; `scripts/bench/refuse-uploads.ts` does it 50 times, behind nginx too. */
const TIMES = 2
const MEBIBYTE = 1024 * 1024

let market: TestMarket
let person: Person
let port = 0
let proxy: { server: Server; idle: Socket[]; port: number }
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  person = await market.signUp()
  port = Number(new URL(await market.app.listen({ port: 0, host: '127.0.0.1' })).port)
  proxy = await openProxy()
})
afterAll(async () => {
  proxy.server.closeAllConnections()
  proxy.server.close()
  for (const socket of proxy.idle) socket.destroy()
  await market.close()
})

type Upload = { path: string; headers: Record<string, string>; body: Buffer; status: number; code: string }

const part = '--b\r\ncontent-disposition: form-data; name="image1"; filename="a.jpg"\r\n\r\n'
const form = (bytes: number) =>
  Buffer.concat([Buffer.from(part), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--b--\r\n')])
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }

const uploads: Record<string, () => Upload> = {
  '401: pictures of a stranger': () => ({
    path: '/api/sell/update',
    headers: multipart,
    body: form(3 * MEBIBYTE),
    status: 401,
    code: 'not_signed_in',
  }),
  '413: a picture that is too large': () => ({
    path: '/api/sell/update',
    headers: { ...multipart, token: person.token },
    body: form(11 * MEBIBYTE),
    status: 413,
    code: 'picture_too_large',
  }),
  '413: more words than a request has': () => ({
    path: '/api/booking/quote',
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(3 * MEBIBYTE, ' '),
    status: 413,
    code: 'too_large',
  }),
  '415: a kind of content that nobody takes': () => ({
    path: '/api/booking/quote',
    headers: { 'content-type': 'application/xml' },
    body: Buffer.alloc(3 * MEBIBYTE, ' '),
    status: 415,
    code: 'unsupported_type',
  }),
}

type Heard = { status: number; code: unknown }

/** Each answers what it heard, and fails when it heard nothing. */
const clients: Record<string, (upload: Upload) => Promise<Heard>> = {
  fetch: (upload) => sendByFetch(port, upload),
  'a client that writes everything before it reads': (upload) => sendBySocket(upload, 'HTTP/1.1'),
  'a client that asks to close the connection': (upload) =>
    sendBySocket(upload, 'HTTP/1.1', 'connection: close\r\n'),
  'a client of HTTP/1.0': (upload) => sendBySocket(upload, 'HTTP/1.0'),
  'fetch through a proxy that keeps its connections': (upload) => sendByFetch(proxy.port, upload),
}

describe.each(Object.keys(uploads))('%s', (name) => {
  test.each(Object.keys(clients))('is heard by %s', async (client) => {
    const upload = uploads[name]?.()
    const send = clients[client]
    if (!upload || !send) throw new Error('not in the list')
    for (let time = 0; time < TIMES; time += 1) {
      expect(await send(upload)).toEqual({ status: upload.status, code: upload.code })
    }
  })
})

test('a form that is larger than four pictures is refused before it is read', async () => {
  const headers = { ...multipart, token: person.token }
  const upload = {
    path: '/api/sell/update',
    headers,
    body: form(36 * MEBIBYTE),
    status: 413,
    code: 'too_large',
  }
  expect(await sendByFetch(port, upload)).toEqual({ status: 413, code: 'too_large' })
})

test('a body without an end is not read for ever', async () => {
  const socket = connect(port, '127.0.0.1')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEBIBYTE), Buffer.from('\r\n')])
  let heard = ''
  let isOver = false
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => {
    isOver = true
  })
  socket.write(
    'POST /api/sell/update HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n',
  )
  socket.write('transfer-encoding: chunked\r\n\r\n')
  let sent = 0
  while (!isOver && sent < 1_000) {
    sent += 1
    if (!socket.write(chunk))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  expect(heard).toContain('not_signed_in')
  expect(isOver).toBe(true)
  expect(sent).toBeGreaterThan(40)
})

test('the connection of a refused upload serves the next request', async () => {
  const { path, headers, body } = uploads['401: pictures of a stranger']?.() ?? {
    path: '',
    headers: {},
    body: Buffer.alloc(0),
  }
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.write(headOf(path, headers, body.length))
  socket.write(body)
  await expect.poll(() => heard).toContain('not_signed_in')
  socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => heard).toContain('200 OK')
  socket.destroy()
})

async function sendByFetch(to: number, { path, headers, body }: Upload): Promise<Heard> {
  const answer = await fetch(`http://127.0.0.1:${to}${path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  const { code } = await answer.json()
  return { status: answer.status, code }
}

function headOf(
  path: string,
  headers: Record<string, string>,
  length: number,
  version = 'HTTP/1.1',
  more = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} ${version}\r\nhost: x\r\n${lines.join('')}${more}content-length: ${length}\r\n\r\n`
}

async function sendBySocket(upload: Upload, version: string, more = ''): Promise<Heard> {
  const { path, headers, body } = upload
  const socket = connect(port, '127.0.0.1')
  const { status, words } = await exchange(socket, headOf(path, headers, body.length, version, more), [body])
  socket.destroy()
  return { status, code: JSON.parse(words).code }
}

/** Writes everything before it reads anything; fails when the connection ends earlier. */
async function exchange(socket: Socket, head: string, body: AsyncIterable<Buffer> | Iterable<Buffer>) {
  let failed: Error | undefined
  const fail = (error: unknown) => {
    failed ??= error instanceof Error ? error : new Error('closed without an answer')
  }
  const failure = new Promise<never>((_, reject) => {
    socket.once('error', reject).once('close', () => reject(new Error('closed without an answer')))
  })
  failure.catch(fail)
  socket.pause()
  socket.write(head)
  for await (const chunk of body) {
    await Promise.race([new Promise((resolve) => socket.write(chunk, resolve)), failure])
  }
  // An answer that is on its way when the connection is reset is lost to a client that reads only now.
  await wait(20)
  let heard = ''
  const hear = (bytes: Buffer) => {
    heard += bytes
  }
  socket.on('data', hear).resume()
  const isWhole = () => heard.length > 0 && heard.endsWith('}')
  while (!isWhole() && !failed) await wait(2)
  socket.off('data', hear).pause()
  if (!isWhole()) throw failed
  const [top = '', words = ''] = heard.split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), words }
}

/** Passes bodies on as they come, over connections that it keeps; like nginx, answers 502 when one ends while it writes. */
async function openProxy() {
  const idle: Socket[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { url = '/', headers } = incoming
    const { connection: _, 'content-length': length, ...kept } = headers
    const passed = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]))
    const socket = idle.pop() ?? connect(port, '127.0.0.1')
    try {
      const { status, words } = await exchange(socket, headOf(url, passed, Number(length)), incoming)
      idle.push(socket.removeAllListeners())
      outgoing.writeHead(status).end(words)
    } catch {
      outgoing.writeHead(502).end('{"code":"bad gateway"}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, idle, port: typeof address === 'object' && address ? address.port : 0 }
}
