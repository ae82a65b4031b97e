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
