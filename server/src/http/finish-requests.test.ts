import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { appWithFinishedAnswers } from '../testing/app-with-finished-answers.ts'
import { finishRequests, onRequestEnd } from './request-end.ts'

test('closing finishes the running request and waits for no connection without one', async () => {
  const app = appWithFinishedAnswers()
  finishRequests(app, 60_000)
  let asked = false
  app.get('/slow', async () => {
    asked = true
    await wait(500)
    return 'finished'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const unused = connect(Number(new URL(address).port), '127.0.0.1')
  await new Promise((resolve) => unused.once('connect', resolve))
  const answer = fetch(`${address}/slow`).then((response) => response.text())
  await expect.poll(() => asked).toBe(true)
  // Without this, closing takes as long as connections are kept alive: 72 seconds.
  await app.close()
  expect(await answer).toBe('finished')
})

test('a request of the program itself, as a page makes them, ends as answered', async () => {
  const app = fastify()
  const ends: string[] = []
  onRequestEnd(app, ({ how }) => ends.push(how))
  app.get('/', async () => ({ read: true }))
  await app.inject('/')
  expect(ends).toEqual(['answered'])
})

test('an answer has one listener for all who are told of its end', async () => {
  const app = fastify()
  const ends: string[] = []
  for (const name of ['log', 'metrics', 'trace']) onRequestEnd(app, ({ how }) => ends.push(`${name} ${how}`))
  let listeners = 0
  app.get('/', (_request, reply) => {
    listeners = reply.raw.listenerCount('close')
    reply.send({ read: true })
  })
  await fetch(await app.listen({ port: 0, host: '127.0.0.1' })).then((answer) => answer.text())
  // A file that is sent as a stream has seven more, and Node.js warns of the eleventh.
  expect(listeners).toBe(1)
  await expect.poll(() => ends).toEqual(['log answered', 'metrics answered', 'trace answered'])
  await app.close()
})
