import { openApiDocument } from '@twende/contract/http/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { openApiPage } from './openapi-page.ts'

/** The API's own description, written from the contract, and a page to read it. */
export function openApiHandlers(app: FastifyInstance, publicUrl: string) {
  const json = JSON.stringify(openApiDocument(publicUrl))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json))
  app.get('/api/docs', (_request, reply) => {
    // No script runs on this page, and nothing is loaded from elsewhere.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(openApiPage())
  })
}
