import fastifyStatic from '@fastify/static'
import { createCall } from '@twende/contract/http/call.ts'
import { callContext } from '@twende/web/call-context.ts'
import { type MissingPage, missingPageContext } from '@twende/web/frame/missing-page.ts'
import { scriptNonceContext } from '@twende/web/frame/script-nonce.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { projectPath } from '../config/project-path.ts'
import { withDemoNote } from './demo-note.ts'
import { newNonce, takeKnownScripts } from './inline-scripts.ts'
import type { PageCache, Render, RenderedPage } from './page-cache.ts'
import { pageHeaders } from './page-headers.ts'
import { pageAddress } from './page-url.ts'

type Options = {
  publicUrl: string
  cache: PageCache | undefined
  /** Adds the demo notice to every page. */
  isDemo: boolean
}

/** Serves the built assets and renders every page that is not under `/api`, always as a visitor who is not signed in sees it. */
export async function servePages(app: FastifyInstance, { publicUrl, cache, isDemo }: Options) {
  if (import.meta.env.PROD) {
    await app.register(fastifyStatic, {
      root: projectPath('build/site/client'),
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = /[\\/]assets[\\/]/.test(path)
        reply.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  }
  const handler = createRequestHandler(serverBuild, import.meta.env.MODE)
  const call = createCall(async ({ method, url, headers }) => {
    const response = await app.inject({ method: method as 'GET', url, headers })
    return { status: response.statusCode, body: response.json() }
  })
  const render: Render = async (url, isFinished) => {
    const context = new RouterContextProvider()
    const nonce = newNonce()
    context.set(callContext, call)
    context.set(scriptNonceContext, nonce)
    const missing: MissingPage = { isFinished }
    context.set(missingPageContext, missing)
    // No request headers are passed on, because the page is cached for everybody.
    const response = await handler(new Request(pageAddress(url, publicUrl)), context)
    const html = await response.text()
    const { body, scriptHashes } = takeKnownScripts(missing.kind ? withoutAddress(html) : html, nonce)
    return {
      status: response.status,
      location: response.headers.get('location') ?? undefined,
      type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      body: Buffer.from(isDemo ? withDemoNote(body) : body),
      scriptHashes,
      missing: missing.kind,
    }
  }
  if (!cache) {
    app.get('/*', async (request, reply) =>
      answerUncached(reply, await render(request.url, () => false), publicUrl),
    )
    return
  }
  // Not an async handler, because awaiting a reply costs as much time as sending it.
  app.get('/*', (request, reply) => {
    cache.answer(request, reply, render).catch((error: unknown) => reply.send(error))
  })
}

/** The server build. Options that are undefined must be left out for the request handler. */
async function serverBuild(): Promise<ServerBuild> {
  const {
    basename = '/',
    unstable_getCriticalCss,
    allowedActionOrigins,
    ...build
  } = await import('virtual:react-router/server-build')
  return {
    ...build,
    basename,
    ...(allowedActionOrigins === undefined ? {} : { allowedActionOrigins }),
    ...(unstable_getCriticalCss ? { unstable_getCriticalCss } : {}),
  }
}

/** A missing page is cached for all addresses, so it names none. */
function withoutAddress(html: string): string {
  return html.replace(/<link rel="canonical"[^>]*>/, '').replace(/<meta property="og:url"[^>]*>/, '')
}

function answerUncached(reply: FastifyReply, page: RenderedPage, publicUrl: string) {
  if (page.location) return reply.redirect(page.location, page.status)
  const headers = pageHeaders({ ...page, publicUrl }, 'off')
  return reply.code(page.status).headers(headers).type(page.type).send(page.body)
}
