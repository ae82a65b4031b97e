import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerErrors } from '../error-handler.ts'
import { limitBodyTime } from './body-limits.ts'

async function openApp(): Promise<number> {
  const app = fastify({ forceCloseConnections: true })
  answerErrors(app)
  limitBodyTime(app, 100)
  app.addContentTypeParser(/^multipart/, (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, {}))
  })
  app.post('/', async () => 'done')
  onTestFinished(() => app.close())
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Sends the head of a request and half of its body, and hears what the server answers before it hangs up. */
function sendHalf(port: number, type: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 20\r\n\r\n{"half":`)
  const heard = { text: '', isOver: false }
  socket.on('data', (bytes) => {
    heard.text += bytes
  })
  socket.on('close', () => {
    heard.isOver = true
  })
  return { heard, hungUp: once(socket, 'close') }
}

test('a small body that does not arrive is not waited for, and its sender is told', async () => {
  const { heard, hungUp } = sendHalf(await openApp(), 'application/json')
  await hungUp
  expect(heard.text).toContain('"code":"too_slow"')
})

test('a form with pictures may be slow', async () => {
  const port = await openApp()
  const form = sendHalf(port, 'multipart/form-data; boundary=x')
  // Small bodies that began later, one after the other, are given up while the form is waited for.
  for (let time = 0; time < 3; time += 1) await sendHalf(port, 'application/json').hungUp
  expect(form.heard).toEqual({ text: '', isOver: false })
})
