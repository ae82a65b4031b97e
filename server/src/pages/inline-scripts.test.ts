import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { newNonce, takeKnownScripts } from './inline-scripts.ts'
import { PageCache } from './page-cache.ts'

const NONCE = 'Zm9yIHRlc3Rz'
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64')
const own = (code: string) => `<script nonce="${NONCE}">${code}</script>`

test('only the scripts that carry the nonce of this rendering are known, and the nonce stays with us', () => {
  const html = `<html><body>${own('start()')}<p>a car</p>${own('data("<b>")')}<link rel="x" nonce="${NONCE}"></body></html>`
  const { body, scriptHashes } = takeKnownScripts(html, NONCE)
  expect(scriptHashes).toEqual([hashOf('start()'), hashOf('data("<b>")')])
  expect(body).toBe(
    '<html><body><script>start()</script><p>a car</p><script>data("<b>")</script><link rel="x"></body></html>',
  )
})

// What a seller's words would be in the page if some page ever drew them unescaped.
test.each([
  '<script>evil()</script>',
  '<script nonce="guessed">evil()</script>',
  '<script nonce="">evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script type="module">evil()</script>',
  '</script><script>evil()</script>',
  '<script x="',
  "<script x='",
  '<svg><script>evil()</script></svg>',
])('a smuggled %s gets no hash', (smuggled) => {
  const html = `<body><p>${smuggled}</p>${own('start()')}</body>`
  const { scriptHashes } = takeKnownScripts(html, NONCE)
  expect(scriptHashes).not.toContain(hashOf('evil()'))
  for (const hash of scriptHashes) expect(hash).toBe(hashOf('start()'))
})

test('a page says to the browser which scripts are ours, and takes pictures from this site alone', async () => {
  const app = fastify()
  const html = `<body><script>evil()</script>${own('start()')}</body>`
  const cache = new PageCache({
    isTrusted: () => true,
    publicUrl: 'https://twende.example',
    async render() {
      const known = takeKnownScripts(html, NONCE)
      const page = {
        ...known,
        status: 200,
        location: undefined,
        type: 'text/html',
        isWhole: true,
        missing: undefined,
      }
      return { page: { ...page, brotli: brotliCompressSync(known.body) }, shows: new Set() }
    },
  })
  app.get('/*', (request, reply) => cache.answer(request, reply))
  const { headers, body } = await app.inject('/buy')
  const policy = String(headers['content-security-policy'])
  expect(body).toContain('evil()')
  expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('start()')}';`)
  expect(policy).not.toContain(hashOf('evil()'))
  expect(policy).toContain("img-src 'self' https://twende.example data: blob:;")
  expect(policy).not.toMatch(/https?:(?!\/\/twende\.example)|unsafe-eval|\*/)
  await app.close()
})

test('each rendering has a nonce of its own', () => {
  const nonces = new Set(Array.from({ length: 100 }, newNonce))
  expect(nonces.size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22,}$/)
})
