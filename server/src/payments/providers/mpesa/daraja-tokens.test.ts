import { afterEach, describe, expect, test } from 'vitest'
import { capturedPushAccepted, capturedTokenObjection, sampleToken } from './testing/daraja-captures.ts'
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

describe('the access token', () => {
  test('is asked for once however many calls want it', async () => {
    const strange = await open({ call: say(200, capturedPushAccepted) })
    await Promise.all(Array.from({ length: 20 }, () => strange.push()))
    expect(strange.seen).toMatchObject({ tokens: 1, calls: 20 })
  })

  test('is renewed a minute before its end', async () => {
    let now = new Date('2026-11-21T08:00:00Z')
    const strange = await open({ call: say(200, capturedPushAccepted), now: () => now })
    await strange.push()
    now = new Date('2026-11-21T08:58:58Z')
    await strange.push()
    expect(strange.seen.tokens).toBe(1)
    now = new Date('2026-11-21T08:58:59Z')
    await strange.push()
    expect(strange.seen.tokens).toBe(2)
  })

  test('that never pleases is renewed once a call, not for ever', async () => {
    const strange = await open({ call: say(401, capturedTokenObjection) })
    expect(await strange.push()).toMatchObject({ kind: 'refused', code: '401.002.01', temporary: false })
    expect(strange.seen).toMatchObject({ tokens: 2, calls: 2 })
  })

  test('turned down for many calls at once is renewed once for all', async () => {
    let granted = 0
    const strange = await open({
      token: (response, request) =>
        say(200, { access_token: `token-${granted++}`, expires_in: 3599 })(response, request),
      call: (response, request) =>
        request.headers.authorization === 'Bearer token-0'
          ? say(404, { requestId: '', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' })(
              response,
              request,
            )
          : say(200, capturedPushAccepted)(response, request),
    })
    const results = await Promise.all(Array.from({ length: 10 }, () => strange.push()))
    expect(new Set(results.map((result) => result.kind))).toEqual(new Set(['accepted']))
    expect(strange.seen.tokens).toBe(2)
  })

  test('without a lifetime serves one call', async () => {
    const strange = await open({
      token: say(200, { access_token: sampleToken.access_token }),
      call: say(200, capturedPushAccepted),
    })
    await strange.push()
    await strange.push()
    expect(strange.seen).toMatchObject({ tokens: 2, calls: 2 })
  })
})
