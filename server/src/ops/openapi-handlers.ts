import { type ApiPart, openApiDocument } from '@twende/contract/http/openapi.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { openApiPage } from './openapi-page.ts'
import { mayOperate } from './operations-access.ts'

type OpenApiDeps = Pick<AppDeps, 'config' | 'identify'>

/**
 * The API's own description, written from the contract, and a page to read it. Everybody may read of the routes that
 * customers call; the routes of staff are described to admins and to whoever holds METRICS_TOKEN.
 */
export function openApiHandlers(app: FastifyInstance, deps: OpenApiDeps) {
  const part = async (request: FastifyRequest, reply: FastifyReply): Promise<ApiPart> => {
    const isWhole = await mayOperate(request, deps)
    if (isWhole) reply.header('cache-control', 'no-store')
    return isWhole ? 'whole' : 'public'
  }
  const documents = new Map<ApiPart, string>()
  app.get('/api/openapi.json', async (request, reply) => {
    const wanted = await part(request, reply)
    const json = documents.get(wanted) ?? JSON.stringify(openApiDocument(deps.config.publicUrl, wanted))
    documents.set(wanted, json)
    return reply.type('application/json; charset=utf-8').send(json)
  })
  const pages = new Map<ApiPart, string>()
  app.get('/api/docs', async (request, reply) => {
    // No script runs on this page, and nothing is loaded from elsewhere.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const wanted = await part(request, reply)
    const page = pages.get(wanted) ?? openApiPage(wanted)
    pages.set(wanted, page)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
