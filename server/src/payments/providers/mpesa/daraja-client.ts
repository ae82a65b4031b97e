import {
  findObjection,
  isTokenObjection,
  type PushResult,
  type QueryResult,
  type RegisterResult,
  readPushAnswer,
  readQueryAnswer,
  readRegisterAnswer,
  redactCheckoutRequestId,
} from './daraja-answers.ts'
import { createDarajaHttp, type NoToken, type Sent } from './daraja-http.ts'
import { createDarajaTokens } from './daraja-tokens.ts'
import { mpesaTimestamp, pullTimestamp } from './mpesa-timestamp.ts'
import { type PullResult, readPullAnswer, readPullRegisterAnswer } from './read-pull-answer.ts'

export type DarajaSettings = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  /** The paybill number, or the store number a till belongs to: the passkey is issued for it. */
  shortcode: string
  passkey: string
  type: 'paybill' | 'till'
  tillNumber?: string
}

export type DarajaLogger = {
  info: (fields: Record<string, unknown>, message: string) => void
  warn: (fields: Record<string, unknown>, message: string) => void
}

export type DarajaDeps = {
  clock: { now: () => Date }
  fetch?: typeof globalThis.fetch
  logger?: DarajaLogger
  timeoutMs?: number
}

export type PushRequest = {
  phone: string
  amount: number
  /** At most 12 characters. */
  accountReference: string
  /** At most 13 characters. */
  description: string
  callbackUrl: string
}

export type DarajaClient = ReturnType<typeof createDarajaClient>

/** Speaks to M-Pesa (Daraja): one try a call, and an honest word about what is known afterwards. */
export function createDarajaClient(settings: DarajaSettings & DarajaDeps) {
  const { clock, logger, timeoutMs = 10_000, fetch = globalThis.fetch } = settings
  const http = createDarajaHttp({ baseUrl: settings.baseUrl, fetch, timeoutMs })
  const tokenForCall = createDarajaTokens({ ...settings, http })

  async function post(path: string, body: Record<string, unknown>): Promise<Sent | NoToken> {
    const first = await tokenForCall()
    if (first.kind === 'no_token') return first
    const send = (token: string) => http({ method: 'POST', path, authorization: `Bearer ${token}`, body })
    const sent = await send(first.token)
    if (!isTokenObjection(findObjection(sent))) return sent
    // Turned away at the door, so nothing happened yet: the one case in which asking again is safe.
    const second = await tokenForCall(first.token)
    return second.kind === 'no_token' ? second : send(second.token)
  }

  return {
    /** Asks a phone to pay. Never sent twice: after `unknown` the phone may well be ringing. */
    async push(request: PushRequest): Promise<PushResult> {
      const result = readPushAnswer(await post(PUSH_PATH, pushBody(settings, request, clock.now())))
      if (result.kind === 'accepted') {
        logger?.info({ checkout: redactCheckoutRequestId(result.checkoutRequestId) }, 'M-Pesa push accepted')
      } else logger?.warn(result, `M-Pesa push ${result.kind}`)
      return result
    },

    /** Asks how a push ended; `pending` is said of everything but a known final result. */
    async query(checkoutRequestId: string): Promise<QueryResult> {
      const body = { ...signature(settings, clock.now()), CheckoutRequestID: checkoutRequestId }
      const result = readQueryAnswer(await post(QUERY_PATH, body), checkoutRequestId)
      const fields = { ...result, checkout: redactCheckoutRequestId(checkoutRequestId) }
      logger?.[result.kind === 'unreachable' ? 'warn' : 'info'](fields, `M-Pesa query ${result.kind}`)
      return result
    },

    /** Tells Daraja where to report payments made by hand to the paybill or till. */
    async registerC2bUrls(urls: {
      confirmationUrl: string
      validationUrl: string
      whenValidationIsSilent?: 'Completed' | 'Cancelled'
    }): Promise<RegisterResult> {
      const answer = await post('/mpesa/c2b/v2/registerurl', {
        ShortCode: settings.shortcode,
        ResponseType: urls.whenValidationIsSilent ?? 'Completed',
        ConfirmationURL: urls.confirmationUrl,
        ValidationURL: urls.validationUrl,
      })
      const result = readRegisterAnswer(answer)
      logger?.[result.kind === 'registered' ? 'info' : 'warn'](result, `M-Pesa C2B URLs: ${result.kind}`)
      return result
    },

    /** Tells Daraja that we ask for missed payments; `nominatedNumber` is the phone of the shortcode in Safaricom's portal. */
    async registerPull(given: { nominatedNumber: string; callbackUrl: string }): Promise<RegisterResult> {
      const answer = await post('/pulltransactions/v1/register', {
        ShortCode: settings.shortcode,
        RequestType: 'Pull',
        NominatedNumber: given.nominatedNumber,
        CallBackURL: given.callbackUrl,
      })
      const result = readPullRegisterAnswer(answer)
      logger?.[result.kind === 'not_registered' ? 'warn' : 'info'](result, `M-Pesa pull: ${result.kind}`)
      return result
    },

    /** Lists what was paid to the business between two instants of the last 48 hours; `offset` is a number of rows. */
    async pull({ from, to, offset }: { from: Date; to: Date; offset: number }): Promise<PullResult> {
      const answer = await post('/pulltransactions/v1/query', {
        ShortCode: settings.shortcode,
        StartDate: pullTimestamp(from),
        EndDate: pullTimestamp(to),
        OffSetValue: String(offset),
      })
      const result = readPullAnswer(answer)
      if (result.kind === 'unreachable') logger?.warn(result, 'M-Pesa pull unreachable')
      return result
    },
  }
}

const PUSH_PATH = '/mpesa/stkpush/v1/processrequest'
const QUERY_PATH = '/mpesa/stkpushquery/v1/query'

function signature({ shortcode, passkey }: DarajaSettings, now: Date) {
  const timestamp = mpesaTimestamp(now)
  return {
    BusinessShortCode: shortcode,
    Password: Buffer.from(shortcode + passkey + timestamp).toString('base64'),
    Timestamp: timestamp,
  }
}

function pushBody(settings: DarajaSettings, request: PushRequest, now: Date) {
  return {
    ...signature(settings, now),
    TransactionType: settings.type === 'till' ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: request.amount,
    PartyA: request.phone,
    PartyB: settings.type === 'till' ? (settings.tillNumber ?? settings.shortcode) : settings.shortcode,
    PhoneNumber: request.phone,
    CallBackURL: request.callbackUrl,
    AccountReference: request.accountReference,
    TransactionDesc: request.description,
  }
}
