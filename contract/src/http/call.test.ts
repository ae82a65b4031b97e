import { m } from '@twende/messages'
import { expect, test } from 'vitest'
import { ApiError, createCall } from './call.ts'

/** Calls a route over a server that answers this. */
const callOver = (body: unknown, status = 200) => createCall(async () => ({ status, body }))

const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => expect.fail('The answer was taken.'),
    (error: unknown) => (error instanceof ApiError ? error : expect.fail(String(error))),
  )

test('an answer of status 200 that says `success: false` is a refusal with its message', async () => {
  const call = callOver({ success: false, message: 'Wrong password' })
  const error = await refused(call('POST /api/user/login', { body: { email: 'a@b.example', password: 'x' } }))
  expect(error).toMatchObject({ status: 200, message: 'Wrong password', reason: 'Wrong password' })
})

test('a refusal without words is told from an answer that is none', async () => {
  const error = await refused(callOver({ success: false })('GET /api/car/list', {}))
  expect(error).toMatchObject({ status: 200, code: 'internal', message: m.common_invalid_answer() })
  expect(error.reason).toBe('')
  expect((await refused(callOver(undefined, 502)('GET /api/car/list', {}))).reason).toBeUndefined()
})

test('whether an order is paid is an answer, also where it is not', async () => {
  const answer = { success: false, pending: true, message: 'Not yet' }
  expect(await callOver(answer)('POST /api/order/verify', { body: { orderId: 'a' } })).toEqual(answer)
})

test.each([
  ['GET /api/car/list', { success: true }],
  ['GET /api/car/list', { success: true, data: {} }],
  ['GET /api/category/list', []],
  ['GET /api/service/list', null],
  ['GET /api/banner/list', { success: true, data: null }],
] as const)('%s without its list (%j) is no answer', async (name, body) => {
  expect(await refused(callOver(body)(name, {}))).toMatchObject({ message: m.common_invalid_answer() })
})

test.each([undefined, null, [], {}, 'gone'])('one thing that is %j is no answer', async (data) => {
  const call = callOver({ success: true, data })
  const error = await refused(call('GET /api/product/get/:productId', { params: { productId: 'a' } }))
  expect(error).toMatchObject({ status: 200, message: m.common_invalid_answer() })
})
