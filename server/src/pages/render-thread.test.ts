import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRenderThread } from './render-thread.ts'

/** A thread that reads the API once for a page, ends at `/end`, and fails at `/fail`. */
const worker = `
const { parentPort, workerData } = require('node:worker_threads')
const jobs = new Map()
parentPort.on('message', (message) => {
  if (message.kind === 'render') {
    const { job, request } = message
    if (request.url === '/end') process.exit(1)
    if (request.url === '/fail') return parentPort.postMessage({ kind: 'failed', job, message: 'broken' })
    jobs.set(job, job)
    return parentPort.postMessage({ kind: 'read', job, read: job, url: '/api' + request.url, locale: 'sw' })
  }
  const body = message.kind === 'read' ? workerData.publicUrl + ' ' + message.body : message.message
  parentPort.postMessage({ kind: 'page', job: jobs.get(message.read), page: { status: message.status ?? 500, body } })
})
`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twende-render-'))
  await writeFile(join(folder, 'worker.cjs'), worker)
})
afterAll(() => rm(folder, { recursive: true }))

const logger = pino({ level: 'silent' })
const open = () =>
  startRenderThread({
    publicUrl: 'http://localhost',
    isDemo: false,
    logger,
    file: join(folder, 'worker.cjs'),
  })
const request = (url: string) => ({ url, cachedMissing: [] })

test('pages are rendered at the same time, each with its own reads', async () => {
  const thread = open()
  const read = (name: string) => async (url: string, locale: string) => ({
    status: 200,
    body: `${name} ${url} ${locale}`,
  })
  const pages = ['one', 'two', 'three'].map((name) => thread.renderPage(request(`/${name}`), read(name)))
  expect((await Promise.all(pages)).map(({ body }) => body)).toEqual([
    'http://localhost one /api/one sw',
    'http://localhost two /api/two sw',
    'http://localhost three /api/three sw',
  ])
  await thread.close()
})

test('a read that fails is told to the thread, and a page that fails to who asked for it', async () => {
  const thread = open()
  const failing = () => Promise.reject(new Error('no database'))
  expect((await thread.renderPage(request('/one'), failing)).body).toContain('no database')
  await expect(thread.renderPage(request('/fail'), failing)).rejects.toThrow('broken')
  await thread.close()
})

test('a thread that ends refuses its pages for now, and another takes its place', async () => {
  const thread = open()
  const read = async () => ({ status: 200, body: 'read' })
  await expect(thread.renderPage(request('/end'), read)).rejects.toMatchObject({ code: 'unavailable' })
  await expect
    .poll(() => thread.renderPage(request('/one'), read).catch(() => undefined))
    .toMatchObject({ body: 'http://localhost read' })
  await thread.close()
})
