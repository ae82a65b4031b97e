import * as z from 'zod/mini'
import { findObjection, isBackOff } from './daraja-answers.ts'
import type { DarajaHttp, NoToken, Sent } from './daraja-http.ts'

const REFRESH_EARLY_MS = 60_000

const Granted = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  // A string in the documents, a number in some answers; without it the token serves one call.
  expires_in: z.catch(z.coerce.number(), 0),
})

export type TokenResult = { kind: 'token'; token: string } | NoToken

/** One token for all calls: asked for once at a time, since each new one ends the one before. */
export function createDarajaTokens(options: {
  http: DarajaHttp
  consumerKey: string
  consumerSecret: string
  clock: { now: () => Date }
}) {
  const key = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`).toString('base64')
  let kept: { token: string; freshUntil: number } | undefined
  let asking: Promise<TokenResult> | undefined

  async function ask(): Promise<TokenResult> {
    const askedAt = options.clock.now().getTime()
    const sent = await options.http({
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      authorization: `Basic ${key}`,
    })
    const granted = z.safeParse(Granted, sent.kind === 'answered' ? sent.json : undefined)
    if (!granted.success) return readRefusal(sent)
    const { access_token: token, expires_in: seconds } = granted.data
    kept = { token, freshUntil: askedAt + seconds * 1000 - REFRESH_EARLY_MS }
    return { kind: 'token', token }
  }

  /** `insteadOf` names a token that Daraja has just turned down. */
  return async function tokenForCall(insteadOf?: string): Promise<TokenResult> {
    const fresh = kept && kept.token !== insteadOf && options.clock.now().getTime() < kept.freshUntil
    if (kept && fresh) return { kind: 'token', token: kept.token }
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

function readRefusal(sent: Sent): NoToken {
  if (sent.kind !== 'answered') {
    return { kind: 'no_token', code: 'unreachable', message: sent.why, temporary: true }
  }
  const errorAnswer = findObjection(sent)
  if (errorAnswer) {
    const temporary = isBackOff(errorAnswer) || sent.status >= 500
    return { kind: 'no_token', code: errorAnswer.code, message: errorAnswer.message, temporary }
  }
  // A key of the other environment is answered with 400 and an empty body.
  return {
    kind: 'no_token',
    code: `oauth ${sent.status}`,
    message: 'No access token',
    temporary: sent.status >= 500,
  }
}
