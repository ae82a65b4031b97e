import { type ApiPart, openApiDocument } from '@twende/contract/http/openapi.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { openApiPage } from './openapi-page.ts'
import { mayOperate } from './operations-access.ts'

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
