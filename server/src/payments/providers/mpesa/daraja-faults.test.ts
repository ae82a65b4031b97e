import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readPushAnswer, readQueryAnswer } from './daraja-answers.ts'
import {
  capturedPushAccepted,
  capturedQueryFinal,
  capturedTokenObjection,
  reportedQueryPending,
  reportedSpikeArrest,
  sampleObjection,
} from './testing/daraja-captures.ts'
import { openStrangeDaraja, say } from './testing/strange-daraja.ts'

type Strange = Awaited<ReturnType<typeof openStrangeDaraja>>
const opened: Strange[] = []
async function open(replies: Parameters<typeof openStrangeDaraja>[0]): Promise<Strange> {
  const strange = await openStrangeDaraja(replies)
  opened.push(strange)
  return strange
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((strange) => strange.close()))
})

const CHECKOUT = capturedQueryFinal.CheckoutRequestID

describe('what a push knows afterwards', () => {
  test.each([
    ['an acceptance captured in the sandbox', say(200, capturedPushAccepted), 'accepted'],
    ['the objection of the portal', say(400, sampleObjection), 'refused'],
    ['an objection with status 200', say(200, sampleObjection), 'refused'],
    ['a code that is not 0', say(200, { ...capturedPushAccepted, ResponseCode: '1' }), 'refused'],
    ['too many calls', say(429, reportedSpikeArrest), 'refused'],
    ['too many calls, in words', say(429, 'Too Many Requests'), 'refused'],
    ['a product that is not enabled', say(401, capturedTokenObjection), 'refused'],
    ['a transaction in process', say(500, reportedQueryPending), 'unknown'],
    ['an acceptance without ids', say(200, { ResponseCode: '0' }), 'unknown'],
    ['a web page', say(200, '<html>Welcome</html>'), 'unknown'],
    ['an empty answer', say(200, ''), 'unknown'],
    ['a web page with 403', say(403, '<html>Blocked</html>'), 'unknown'],
    ['a gateway that fails', say(502, 'Bad Gateway'), 'unknown'],
    ['a list', say(200, '[]'), 'unknown'],
    ['a null', say(200, 'null'), 'unknown'],
    ['a cut line', (response: { destroy: () => void }) => response.destroy(), 'unknown'],
    [
      'half an answer',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-length': '500' })
        response.write('{"ResponseCode":')
        setTimeout(() => response.destroy(), 20)
      },
      'unknown',
    ],
  ])('after %s', async (_what, call, kind) => {
    const strange = await open({ call })
    expect((await strange.push()).kind).toBe(kind)
  })

  test.each([
    ['the push', { call: () => {} }, { kind: 'unknown', why: 'TimeoutError' }, { kind: 'unreachable' }],
    [
      'the token',
      { token: () => {} },
      { kind: 'refused', code: 'unreachable', temporary: true },
      { kind: 'unreachable' },
    ],
  ])('silence about %s ends the waiting', async (_what, silence, pushed, queried) => {
    // Twenty times what an answer takes on this machine.
    const usual = await open({ call: say(200, capturedPushAccepted) })
    const begun = performance.now()
    await usual.push()
    const timeoutMs = Math.ceil(20 * (performance.now() - begun) + 100)
    const strange = await open({ ...silence, timeoutMs })
    expect(await strange.push()).toMatchObject(pushed)
    expect(await strange.client.query(CHECKOUT)).toMatchObject(queried)
  })

  test('a redirect is not followed', async () => {
    const elsewhere = await open({ call: say(200, capturedPushAccepted) })
    const strange = await open({ call: say(307, '', { location: 'http://127.0.0.1:1/' }) })
    expect(await strange.push()).toEqual({ kind: 'unknown', why: 'HTTP 307' })
    expect(elsewhere.seen.calls).toBe(0)
  })

  test('when nobody listens, nothing was sent: refused for now', async () => {
    const strange = await open({})
    await strange.push()
    await strange.close()
    opened.splice(0)
    expect(await strange.push()).toEqual({
      kind: 'refused',
      code: 'unreachable',
      message: 'ECONNREFUSED',
      temporary: true,
    })
  })

  test.each([
    ['a key of the other environment', say(400, ''), { code: 'oauth 400', temporary: false }],
    ['a gateway that fails', say(503, 'no'), { code: 'oauth 503', temporary: true }],
    [
      'a token of nothing',
      say(200, { access_token: '', expires_in: '3599' }),
      { code: 'oauth 200', temporary: false },
    ],
    [
      'a wrong grant',
      say(400, { errorCode: '400.008.02', errorMessage: 'Invalid grant type passed' }),
      { code: '400.008.02' },
    ],
  ])('without a token because of %s nothing was sent', async (_what, token, expected) => {
    const strange = await open({ token })
    expect(await strange.push()).toMatchObject({ kind: 'refused', ...expected })
    expect(strange.seen.calls).toBe(0)
  })
})

describe('what a query knows', () => {
  test.each([
    [
      'a final result captured in the sandbox',
      say(200, capturedQueryFinal),
      { kind: 'final', resultCode: '1037' },
    ],
    [
      'a number for a code',
      say(200, { ...capturedQueryFinal, ResultCode: 0 }),
      { kind: 'final', resultCode: '0' },
    ],
    ['4999', say(200, { ...capturedQueryFinal, ResultCode: '4999' }), { kind: 'pending' }],
    ['an unheard code', say(200, { ...capturedQueryFinal, ResultCode: '77' }), { kind: 'pending' }],
    ['no code', say(200, { ...capturedQueryFinal, ResultCode: undefined }), { kind: 'pending' }],
    ['the words of 2018', say(500, reportedQueryPending), { kind: 'pending' }],
    [
      'too early',
      say(500, { ...reportedQueryPending, errorMessage: 'The transaction does not Exist' }),
      { kind: 'pending' },
    ],
    [
      'a merchant nobody knows',
      say(500, { ...reportedQueryPending, errorMessage: 'Merchant does not exist' }),
      { kind: 'unreachable' },
    ],
    [
      'an id nobody knows',
      say(400, { ...sampleObjection, errorMessage: 'Bad Request - Invalid CheckoutRequestID' }),
      { kind: 'pending' },
    ],
    [
      'wrong credentials',
      say(500, { ...reportedQueryPending, errorMessage: 'Wrong credentials' }),
      { kind: 'unreachable' },
    ],
    [
      'an answer about another request',
      say(200, { ...capturedQueryFinal, CheckoutRequestID: 'ws_CO_other' }),
      { kind: 'unreachable' },
    ],
    ['a web page', say(200, '<html></html>'), { kind: 'unreachable' }],
    ['too many calls', say(429, reportedSpikeArrest), { kind: 'unreachable' }],
  ])('after %s', async (_what, call, expected) => {
    const strange = await open({ call })
    expect(await strange.client.query(CHECKOUT)).toMatchObject(expected)
  })
})

describe('where payments by hand are reported to', () => {
  const urls = {
    confirmationUrl: 'https://shop.example/confirm',
    validationUrl: 'https://shop.example/validate',
  }
  test.each([
    ['done', say(200, { ResponseCode: '00000000' }), { kind: 'registered' }],
    [
      'done before',
      say(500, { errorCode: '500.003.1001', errorMessage: 'Urls are already registered' }),
      { kind: 'already_registered' },
    ],
    ['refused', say(400, sampleObjection), { kind: 'not_registered', code: '400.002.02' }],
    [
      'refused with 200',
      say(200, { ResponseCode: '1', ResponseDescription: 'no' }),
      { kind: 'not_registered', message: 'no' },
    ],
    ['a web page', say(200, '<html>'), { kind: 'not_registered' }],
  ])('%s', async (_what, call, expected) => {
    const strange = await open({ call })
    expect(await strange.client.registerC2bUrls(urls)).toMatchObject(expected)
  })
})

test('no answer whatever reads as accepted or final unless it says so', () => {
  const status = fc.integer({ min: 200, max: 599 })
  const anything = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined })
  const nearly = fc
    .tuple(
      fc.constantFrom(capturedPushAccepted, capturedQueryFinal),
      fc.dictionary(
        fc.constantFrom('ResponseCode', 'ResultCode', 'CheckoutRequestID', 'errorCode', 'fault'),
        fc.jsonValue(),
      ),
    )
    .map(([capture, changes]) => ({ ...capture, ...changes }))
  fc.assert(
    fc.property(status, fc.oneof(anything, nearly), (code, json) => {
      const sent = { kind: 'answered', status: code, json } as const
      const pushed = readPushAnswer(sent)
      if (pushed.kind === 'accepted') {
        expect(code).toBe(200)
        expect(json).toMatchObject({
          ResponseCode: expect.stringMatching(/^0+$/),
          CheckoutRequestID: pushed.checkoutRequestId,
        })
      }
      const asked = readQueryAnswer(sent, CHECKOUT)
      if (asked.kind === 'final') expect(JSON.stringify(json)).toContain(asked.resultCode)
    }),
    { numRuns: 1000 },
  )
})
