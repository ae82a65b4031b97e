import { errorCodes } from '@twende/contract/http/error-codes.ts'
import { type ApiPart, openApiDocument, routesOf } from '@twende/contract/http/openapi.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { routes } from '@twende/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppDeps } from '../deps.ts'
import { errorMessages } from '../http/error-messages.ts'
import { mayOperate } from './operations-handlers.ts'

const access = { anyone: 'anyone', user: 'signed in', staff: 'staff', admin: 'admin' } as const

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#FAF7F1;color:#1C1A17}main{max-width:60rem;margin:auto;padding:2rem 1rem}
details{border-top:1px solid #e3ddd0;padding:.75rem 0}summary{cursor:pointer}small{color:#0E5A3C}h2{font-size:1rem}
pre{overflow:auto;background:#fff;border:1px solid #e3ddd0;border-radius:12px;padding:1rem;font-size:.85rem}a{color:#0E5A3C}`

type OpenApiDeps = Pick<AppDeps, 'config' | 'identify'>

/**
 * The OpenAPI document of the contract, and a page that shows it. Everybody may read about customers' routes; staff routes
 * are described only to admins and to clients with METRICS_TOKEN.
 */
export function openApiHandlers(app: FastifyInstance, deps: OpenApiDeps) {
  const part = async (request: FastifyRequest, reply: FastifyReply): Promise<ApiPart> => {
    const isWhole = await mayOperate(request, deps)
    if (isWhole) reply.header('cache-control', 'no-store')
    return isWhole ? 'whole' : 'public'
  }
  const documents = new Map<ApiPart, string>()
  app.get('/api/openapi.json', async (request, reply) => {
    const requested = await part(request, reply)
    const json = documents.get(requested) ?? JSON.stringify(openApiDocument(deps.config.publicUrl, requested))
    documents.set(requested, json)
    return reply.type('application/json; charset=utf-8').send(json)
  })
  const pages = new Map<ApiPart, string>()
  app.get('/api/docs', async (request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const requested = await part(request, reply)
    const page = pages.get(requested) ?? openApiPage(requested)
    pages.set(requested, page)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

/** The API as one HTML page: each route with its access, input, reply and errors. */
function openApiPage(part: ApiPart): string {
  const entries = routesOf(part).map((name): [string, RouteSpec] => [name, routes[name]])
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Twende API</title><style>${style}</style></head><body><main><h1>Twende API</h1>
<p>${entries.length} routes. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Signed-in calls carry the header <code>token</code>.</p>
${entries.map(([name, spec]) => routeSection(name, spec)).join('\n')}</main></body></html>`
}

function routeSection(name: string, spec: RouteSpec): string {
  return `<details><summary><code>${escapeHtml(name)}</code> <small>${access[spec.access]}</small><br>${escapeHtml(spec.summary)}</summary>
${part('Query', spec.query)}${part('Body', spec.body)}${part('Reply', spec.reply)}
<h2>Errors</h2><ul>${spec.errors.map((code) => `<li>${errorCodes[code]} <code>${code}</code> ${escapeHtml(errorMessages[code]())}</li>`).join('')}</ul></details>`
}

function part(title: string, schema: z.ZodMiniType | undefined): string {
  if (!schema) return ''
  const io = title === 'Reply' ? 'output' : 'input'
  const json = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), undefined, 2)
  return `<h2>${title}</h2><pre>${escapeHtml(json)}</pre>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
