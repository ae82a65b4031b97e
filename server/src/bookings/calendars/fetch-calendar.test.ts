import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '../../config/private-address.ts'
import { ownCertificate } from '../../testing/own-certificate.ts'
import { fetchCalendarFrom } from './fetch-calendar.ts'

let server: Server
let port: number
let asked: string[]

/** A calendar server on this machine, which the fetcher takes for one of the public internet. */
beforeAll(async () => {
  server = createServer(ownCertificate, (request, response) => {
    asked.push(request.url ?? '')
    const redirect = /^\/to\/(.*)$/.exec(request.url ?? '')?.[1]
    if (redirect) return void response.writeHead(302, { location: decodeURIComponent(redirect) }).end()
    if (request.url === '/missing') return void response.writeHead(404).end('no')
    if (request.url === '/endless') return void response.end('x'.repeat(1_100_000))
    if (request.url === '/broken') return void request.socket.destroy()
    response.end('BEGIN:VCALENDAR')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  asked = []
})
afterAll(() => void server.close())

const fetchFrom = (
  addresses: readonly string[],
  mayConnect = (address: string): boolean => address === '127.0.0.1',
) => fetchCalendarFrom({ look: async () => addresses, mayConnect, ca: ownCertificate.cert })
const fetcher = fetchFrom(['127.0.0.1'])
const at = (path: string) => `https://localhost:${port}${path}`
const to = (address: string) => at(`/to/${encodeURIComponent(address)}`)

test('the text at an address is fetched, also after redirects', async () => {
  expect(await fetcher(at('/a.ics'))).toEqual({ text: 'BEGIN:VCALENDAR' })
  expect(await fetcher(to('/b.ics'))).toEqual({ text: 'BEGIN:VCALENDAR' })
  expect(asked).toEqual(['/a.ics', expect.stringMatching('^/to/'), '/b.ics'])
})

test('a host is not connected to when one of its addresses is private', async () => {
  for (const addresses of [['10.0.0.7'], ['127.0.0.1', '10.0.0.7']])
    expect(await fetchFrom(addresses)(at('/a.ics'))).toEqual({ problem: 'private_address' })
  expect(await fetchFrom(['127.0.0.1'], isPublicAddress)(at('/a.ics'))).toEqual({
    problem: 'private_address',
  })
  expect(asked).toEqual([])
})

test('an address in place of a name is judged itself, however it is written', async () => {
  const isPublic = fetchFrom([], isPublicAddress)
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '0.0.0.0',
  ])
    expect(await isPublic(`https://${host}:${port}/a.ics`), host).toEqual({ problem: 'private_address' })
  expect(asked).toEqual([])
})

test('a redirect does not lead into a private network, to another scheme, or round for ever', async () => {
  expect(await fetcher(to('https://10.0.0.7/a.ics'))).toEqual({ problem: 'private_address' })
  for (const address of ['http://localhost/a.ics', 'file:///etc/passwd'])
    expect(await fetcher(to(address))).toEqual({ problem: 'refused' })
  expect(await fetcher(to(to(to(to('/a.ics')))))).toEqual({ problem: 'refused' })
})

test('a name is looked up anew after a redirect', async () => {
  const looked: string[] = []
  const rebinding = fetchCalendarFrom({
    look: async (host) => {
      looked.push(host)
      return looked.length === 1 ? ['127.0.0.1'] : ['10.0.0.7']
    },
    mayConnect: (address) => address === '127.0.0.1',
    ca: ownCertificate.cert,
  })
  expect(await rebinding(to('/a.ics'))).toEqual({ problem: 'private_address' })
  expect(looked).toEqual(['localhost', 'localhost'])
})

test('what is too large, missing, broken off or of an unknown certificate has its own word', async () => {
  expect(await fetcher(at('/endless'))).toEqual({ problem: 'too_large' })
  expect(await fetcher(at('/missing'))).toEqual({ problem: 'refused' })
  expect(await fetcher(at('/broken'))).toEqual({ problem: 'unreachable' })
  const trusting = fetchCalendarFrom({ look: async () => ['127.0.0.1'], mayConnect: () => true })
  expect(await trusting(at('/a.ics'))).toEqual({ problem: 'unreachable' })
  expect(await fetchFrom([])(at('/a.ics'))).toEqual({ problem: 'unreachable' })
})

test('only addresses of the public internet may be connected to', () => {
  for (const address of ['8.8.8.8', '196.201.214.200', '2a00:1450:4001:81b::200e', '2606:4700::1'])
    expect(isPublicAddress(address), address).toBe(true)
  const others = [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1'],
    ...['192.0.0.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', 'localhost', ''],
    ...[
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'fd00::1',
    ],
    ...['fe80::1', 'fe80::1%eth0', 'ff02::1'],
  ]
  for (const address of others) expect(isPublicAddress(address), address).toBe(false)
})
