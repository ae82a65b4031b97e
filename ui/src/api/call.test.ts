import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedOf } from './call.ts'

/** Answers what the address says: a whole answer, half of one, or the page of a network or proxy. */
const server = createServer((request, response) => {
  if (request.url === '/whole') return void response.end('{"ok":true}')
  if (request.url === '/network') return void response.end('<p>Log in to this network</p>')
  if (request.url === '/proxy') return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"data":[', () => {
    if (request.url === '/half') response.destroy()
  })
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a whole answer is read', async () => {
  expect(await receivedOf(await fetch(`${address}/whole`))).toEqual({ status: 200, body: { ok: true } })
})

test('a successful answer that breaks off is not taken for an empty one', async () => {
  const error = await receivedOf(await fetch(`${address}/half`)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, code: 'unreachable' })
})

test('a successful answer that is no JSON is refused', async () => {
  const error = await receivedOf(await fetch(`${address}/network`)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 200, code: 'internal', message: 'Server returned invalid response' })
})

test('the error page of a proxy keeps its status', async () => {
  expect(await receivedOf(await fetch(`${address}/proxy`))).toEqual({ status: 502, body: undefined })
})

test('what the page itself gives up while the answer is read stays an abort', async () => {
  const leaving = new AbortController()
  const response = await fetch(`${address}/waits`, { signal: leaving.signal })
  const reading = receivedOf(response).catch((thrown: unknown) => thrown)
  leaving.abort()
  expect(await reading).toMatchObject({ name: 'AbortError' })
})
