import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { baseLocale } from '@twende/messages/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectPath } from '../config/folders.ts'
import { pageHeaders } from '../http/security-headers.ts'
import { withDemoNote } from './demo-note.ts'
import { inlineScriptHashes } from './inline-scripts.ts'
import { serveAssets } from './serve-assets.ts'

const compress = promisify(brotliCompress)

type Options = {
  publicUrl: string
  /** Whether every page says that it is a demo's. */
  isDemo: boolean
  /** The build of the admin app. */
  folder?: string
}

/**
 * Serves the admin app. Its files are public and every address under /admin gets the same shell, whoever asks: the
 * server cannot see the token when a page is loaded. What staff may see and do is decided by the API alone.
 */
export async function serveAdmin(
  app: FastifyInstance,
  { publicUrl, isDemo, folder = projectPath('build/admin/client') }: Options,
) {
  await serveAssets(app, { folder: `${folder}/admin/assets`, prefix: '/admin/assets/' })
  const html = await readFile(`${folder}/index.html`, 'utf8')
  const shell = isDemo ? withDemoNote(html, baseLocale) : html
  const brotli = await compress(shell)
  const etag = `W/"${createHash('sha256').update(shell).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...pageHeaders({ scriptHashes: inlineScriptHashes(html), publicUrl }, 'on'),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(shell)
    return reply.header('content-encoding', 'br').send(brotli)
  }
  app.get('/admin', sendShell)
  app.get('/admin/*', sendShell)
}
