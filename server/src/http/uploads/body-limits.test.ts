import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerErrors } from '../error-handler.ts'
import { limitBodyTime } from './body-limits.ts'

/** Sends the head of a request and half of its body, and tells what the server answered before it hung up. */
async function sendHalf(type: string): Promise<string> {
  const app = fastify()
  answerErrors(app)
  limitBodyTime(app, 100)
  app.addContentTypeParser(/^multipart/, (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, {}))
  })
  app.post('/', async () => 'done')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 20\r\n\r\n{"half":`)
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const hungUp = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)))
  const waited = new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 1_000))
  const outcome = await Promise.race([hungUp, waited])
  socket.destroy()
  await app.close()
  return outcome
}

test('a small body that does not arrive is not waited for, and its sender is told', async () => {
  expect(await sendHalf('application/json')).toContain('"code":"too_slow"')
})

test('a form with pictures may be slow', async () => {
  expect(await sendHalf('multipart/form-data; boundary=x')).toBe('waits')
})
