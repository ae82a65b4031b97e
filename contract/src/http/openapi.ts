import * as z from 'zod/mini'
import { type RouteKey, routes } from '../routes.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import type { RouteSpec } from './route.ts'

/** `public` leaves out the routes of staff and admins. */
export type ApiPart = 'public' | 'whole'

export function routesOf(part: ApiPart): RouteKey[] {
  const names = Object.keys(routes) as RouteKey[]
  return names.filter((name) => part === 'whole' || ['anyone', 'user'].includes(routes[name].access))
}

/** The OpenAPI 3.1 description of the route table. */
export function openApiDocument(serverUrl: string, part: ApiPart) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of routesOf(part)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, routes[name]) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Twende',
      version: '1.0.0',
      description: 'Rent, buy and sell cars in Kenya; pay by M-Pesa.',
    },
    servers: [{ url: serverUrl }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  }
}

function operation(name: string, spec: RouteSpec) {
  return {
    operationId: name.replace(/[^a-zA-Z]+/g, '_').replace(/^_|_$/g, ''),
    summary: spec.summary,
    ...(spec.access === 'anyone' ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...parameters('path', spec.params),
      ...parameters('query', spec.query),
      ...idempotencyHeader(spec),
    ],
    ...(spec.body ? { requestBody: { required: true, content: json(schemaOf(spec.body, 'input')) } } : {}),
    responses: {
      200: { description: 'Done', content: answerOf(spec) },
      ...refusalResponses(spec),
    },
  }
}

function answerOf(spec: RouteSpec) {
  return spec.sends ? { [spec.sends]: { schema: { type: 'string' } } } : json(schemaOf(spec.reply, 'output'))
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function parameters(where: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function idempotencyHeader(spec: RouteSpec) {
  if (!spec.idempotent) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
    },
  ]
}

function refusalResponses(spec: RouteSpec) {
  const codes: ErrorCode[] = [...spec.errors, 'invalid']
  if (spec.access !== 'anyone') codes.push('not_signed_in', 'forbidden')
  if (spec.right) codes.push('right_needed')
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: [...new Set(group)].join(', '),
        content: json({
          type: 'object',
          required: ['success', 'message', 'code'],
          properties: {
            success: { const: false },
            message: { type: 'string' },
            code: { enum: [...new Set(group)] },
            data: {},
          },
        }),
      },
    ]),
  )
}
