import type { Clock } from '../../../../basic-deps.ts'
import type { DarajaIds } from './daraja-ids.ts'
import { type Answer, errorAnswer, json } from './simulator-http.ts'

const LIFETIME_SECONDS = 3599

/** How an invalid token is worded, which differs between Daraja's doors. */
export const TOKEN_OBJECTIONS = {
  '404.001.03': { status: 404, message: 'Invalid Access Token' },
  '400.003.01': { status: 400, message: 'Invalid Access Token' },
  '401.002.01': { status: 401, message: 'Error Occurred - Invalid Access Token - ' },
  '401.003.01': { status: 401, message: 'Error Occurred - Invalid Access Token - ' },
  '401.001': { status: 401, message: 'Invalid access token' },
} as const
export type TokenObjection = keyof typeof TOKEN_OBJECTIONS

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens(options: {
  clock: Clock
  ids: DarajaIds
  consumerKey: string
  consumerSecret: string
}) {
  const { clock, ids } = options
  const key = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`).toString('base64')
  let current: { token: string; until: number } | undefined
  let objectionCode: TokenObjection = '404.001.03'

  return {
    /** A new token ends the one before it. */
    grant(authorization: string, grantType: string | null): Answer {
      if (grantType !== 'client_credentials') {
        return errorAnswer(ids, 400, '400.008.02', 'Invalid grant type passed')
      }
      const [scheme, offered] = authorization.split(' ')
      if (scheme !== 'Basic') return errorAnswer(ids, 400, '400.008.01', 'Invalid Authentication passed')
      // A wrong key is answered with nothing at all.
      if (offered !== key) return { status: 400, contentType: 'application/json', body: '' }
      const token = ids.accessToken()
      current = { token, until: clock.now().getTime() + LIFETIME_SECONDS * 1000 }
      return json(200, { access_token: token, expires_in: String(LIFETIME_SECONDS) })
    },

    /** The objection to a call's token; undefined when it is good. */
    refusalOf(authorization: string): Answer | undefined {
      const [scheme, token] = authorization.split(' ')
      if (scheme !== 'Bearer') return errorAnswer(ids, 404, '404.001.04', 'Invalid Authentication Header')
      if (current && token === current.token && clock.now().getTime() < current.until) return undefined
      const { status, message } = TOKEN_OBJECTIONS[objectionCode]
      return errorAnswer(ids, status, objectionCode, message)
    },

    expire(worded: TokenObjection = '404.001.03') {
      current = undefined
      objectionCode = worded
    },
  }
}
