import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../routes.ts'
import type { RouteSpec } from './route.ts'

/** The words of the library, which are for programmers. */
const technical = /invalid|unrecognized|expected|^too /i

const junk = [
  undefined,
  null,
  -1,
  0.5,
  1e12,
  '',
  'x'.repeat(20_000),
  '\u0000',
  true,
  [],
  [1],
  {},
  { no: 'such' },
]

/** What a schema answers to values that it does not take, in itself and in each of its fields. */
function refusalsOf(schema: z.ZodMiniType): string[] {
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  const given = [...junk, ...fields.flatMap((field) => junk.map((value) => ({ [field]: value })))]
  return given.flatMap((value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [])
}

test('no route answers in the words of the library', () => {
  const specs: [string, RouteSpec][] = Object.entries(routes)
  const schemas = specs.flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
  )
  expect(schemas.length).toBeGreaterThan(200)
  const refusals = schemas.flatMap(({ name, schema }) =>
    refusalsOf(schema).map((message) => ({ name, message })),
  )
  expect(refusals.length).toBeGreaterThan(5_000)
  expect(refusals.filter(({ message }) => message === '' || technical.test(message))).toEqual([])
})

test.each([
  [z.number().check(z.lte(50)), 51, 'Please enter 50 at most'],
  [z.number().check(z.gte(2)), 1, 'Please enter 2 at least'],
  [z.string().check(z.maxLength(3)), 'long', 'Please use at most 3 characters'],
  [z.object({ name: z.string() }), {}, 'Please fill in all required fields'],
  [z.enum(['one', 'two']), 'three', 'Please check what you entered and try again.'],
])('%# what is wrong is said in plain words', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('each route that takes an M-Pesa code states what can be wrong with it', () => {
  const specs: [string, RouteSpec][] = Object.entries(routes)
  const taking = specs.filter(
    ([, { body }]) => body instanceof z.ZodMiniObject && 'paidBy' in body.shape && 'code' in body.shape,
  )
  expect(taking.length).toBeGreaterThan(6)
  expect(taking.filter(([, { errors }]) => !errors.includes('mpesa_code_used'))).toEqual([])
  // Of money that goes out nobody reports how much it was.
  const comesIn = taking.filter(([name]) => name !== 'POST /api/admin/refund/:refundId/sent')
  expect(comesIn.filter(([, { errors }]) => !errors.includes('amount_too_small'))).toEqual([])
})
