import { connect, type Socket } from 'node:net'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerErrors } from '../error-handler.ts'
import { drainBodies } from './drain-body.ts'
import { readForm, takeForms } from './read-form.ts'
import { uploadSlots } from './upload-slots.ts'

let app: FastifyInstance
let port: number
let handlers: (() => void)[]
let opened: Socket[]
let pace: { windowMs: number; bytesASecond: number }

const BYTES = { mostBytesOfPerson: 250_000, mostBytes: 350_000 }
const CUSTOMERS = { mostOfPerson: 2, mostOfNetwork: 4, mostForms: 6, ...BYTES }
const STAFF = { mostOfPerson: 2, mostOfNetwork: 2, mostForms: 2, ...BYTES }

beforeEach(async () => {
  handlers = []
  opened = []
  // So long that only the test about it sees its end.
  pace = { windowMs: 600_000, bytesASecond: 4_000 }
  app = fastify({ trustProxy: true, forceCloseConnections: true })
  answerErrors(app)
  drainBodies(app)
  const take = uploadSlots({ customers: CUSTOMERS, staff: STAFF })
  app.register(async (scope) => {
    takeForms(scope)
    scope.post<{ Params: { name: string; role: Role } }>('/:role/:name', async (request) => {
      const { name: accountId, role } = request.params
      const emailProven = accountId.startsWith('proven')
      const by = { accountId, role, email: `${accountId}@gmail.com`, emailProven }
      using form = await readForm(request, by, { take, pace })
      if (accountId.startsWith('busy')) await new Promise<void>((resolve) => handlers.push(resolve))
      return { files: [...form.files.keys()] }
    })
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of opened) socket.destroy()
  for (const end of handlers) end()
  await app.close()
})

const PART = '--b\r\ncontent-disposition: form-data; name="image1"; filename="a.jpg"\r\n\r\n'

/** Starts an upload that goes on as fast as `bytes` every 20 ms, none unless told, from an address of our choice. */
function upload(who: string, { from = '10.0.0.1', bytes = 0 } = {}) {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  const heard = { text: '', isOver: false }
  socket.on('data', (chunk) => {
    heard.text += chunk
  })
  socket.on('error', () => {})
  const timer = setInterval(() => bytes > 0 && socket.write('x'.repeat(bytes)), 20)
  socket.on('close', () => {
    heard.isOver = true
    clearInterval(timer)
  })
  socket.write(`POST /${who} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n`)
  socket.write(`content-type: multipart/form-data; boundary=b\r\ncontent-length: 8000000\r\n\r\n${PART}`)
  return { heard, end: () => socket.destroy() }
}

/** Sends a whole small form and answers its status and what was said. */
async function send(who: string, { from = '10.0.0.9', bytes = 10 } = {}) {
  const body = new FormData()
  body.set('image1', new Blob(['x'.repeat(bytes)]), 'a.jpg')
  const headers = { 'x-forwarded-for': from }
  const answer = await fetch(`http://127.0.0.1:${port}/${who}`, { method: 'POST', headers, body })
  return { status: answer.status, ...(await answer.json()) }
}

describe('slow uploads', () => {
  test('of one network leave slots for everybody else, and staff has slots of its own', async () => {
    const slow = [1, 2, 3, 4].map((number) => upload(`user/slow-${number}`, { bytes: 200 }))
    await expect.poll(async () => (await send('user/neighbour', { from: '10.0.0.1' })).status).toBe(429)
    expect(await send('user/neighbour', { from: '10.0.0.1' })).toMatchObject({
      code: 'contact_proof_needed',
      data: { ways: ['email'], email: 'neighbour@gmail.com', emailFixed: true },
    })
    expect((await send('user/proven-neighbour', { from: '10.0.0.1' })).status).toBe(200)
    expect(await send('user/elsewhere')).toMatchObject({ status: 200, files: ['image1'] })
    // Two more, of another network, and customers have no slot left.
    slow.push(...[5, 6].map((number) => upload(`user/slow-${number}`, { from: '10.0.0.2', bytes: 10 })))
    await expect.poll(async () => (await send('user/elsewhere')).status).toBe(503)
    expect((await send('staff/one', { from: '10.0.0.1' })).status).toBe(200)
    for (const { end } of slow) end()
    await expect.poll(async () => (await send('user/elsewhere')).status).toBe(200)
  })

  test('of one person are two at most, wherever they come from', async () => {
    upload('user/one', { from: '10.0.0.1', bytes: 10 })
    upload('user/one', { from: '10.0.0.2', bytes: 10 })
    await expect.poll(async () => (await send('user/one')).status).toBe(503)
    expect((await send('user/one')).message).toBe(
      'Another upload is still running. Please try again in a moment.',
    )
  })

  test('that keep no pace are cut off with a sentence, and their slot is free', async () => {
    pace.windowMs = 150
    const { heard } = upload('user/one', { bytes: 1 })
    upload('user/one', { bytes: 1_000 })
    await expect.poll(() => heard.text).toContain('"code":"too_slow"')
    expect(heard.text).toContain('arrived too slowly')
    pace.windowMs = 600_000
    expect((await send('user/one')).status).toBe(200)
  })
})

test('forms hold only so many bytes together, and give them back when their request is done with them', async () => {
  const first = send('user/busy-1', { bytes: 200_000 })
  await expect.poll(() => handlers.length).toBe(1)
  expect(await send('user/two', { bytes: 200_000 })).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await send('user/busy-1', { bytes: 60_000 })).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await send('user/two', { bytes: 60_000 })).status).toBe(200)
  expect((await send('staff/one', { bytes: 200_000 })).status).toBe(200)
  for (const end of handlers.splice(0)) end()
  expect((await first).status).toBe(200)
  expect((await send('user/two', { bytes: 200_000 })).status).toBe(200)
})
