import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveAdmin } from './serve-admin.ts'

const SCRIPT = 'window.start = 1'
const SHELL = `<!DOCTYPE html><html><head></head><body><script>${SCRIPT}</script><script type="module" src="/admin/assets/a.js"></script></body></html>`
const app = fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-build-'))
  await mkdir(join(folder, 'admin', 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), SHELL)
  await writeFile(join(folder, 'admin', 'assets', 'a.js'), 'export {}')
  await writeFile(join(folder, 'admin', 'assets', 'a.js.br'), brotliCompressSync('export {}'))
  await serveAdmin(app, { publicUrl: 'https://twende.example', isDemo: false, folder })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test.each(['/admin', '/admin/', '/admin/bookings/1?queue=all', '/admin/nothing'])(
  '%s is the shell of the admin app, for everybody, and is asked for again each time',
  async (url) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([statusCode, body]).toEqual([200, SHELL])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    })
    const hash = createHash('sha256').update(SCRIPT).digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)

test('the shell is sent compressed to those who can read it', async () => {
  const answer = await app.inject({ url: '/admin', headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SHELL)
})

test('files of the build are kept for a year, and one that is not there is not the shell', async () => {
  const file = await app.inject({ url: '/admin/assets/a.js', headers: { 'accept-encoding': 'br' } })
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
  expect((await app.inject({ url: '/admin/assets/old.js' })).statusCode).toBe(404)
})

test('in a demo the shell says so', async () => {
  const demo = fastify()
  await serveAdmin(demo, { publicUrl: 'https://twende.example', isDemo: true, folder })
  expect((await demo.inject({ url: '/admin' })).body).toContain('Demo market:')
  await demo.close()
})
