import { readMpesaTimestamp } from '../mpesa-timestamp.ts'
import type { Behaviour } from './behaviour.ts'
import type { Prompt, Prompts, PushOrder } from './prompts.ts'
import { resultDescription } from './result-codes.ts'
import {
  type Answer,
  badRequest,
  errorAnswer,
  type Fields,
  firstBadField,
  hasLength,
  isPhone,
  isShortcode,
  isWebAddress,
  isWholeAmount,
  json,
  spikeArrest,
  webPage503,
} from './simulator-http.ts'
import type { World } from './world.ts'

const queryRules = [
  { field: 'BusinessShortCode', accepts: isShortcode },
  { field: 'Timestamp', accepts: hasLength(14, 14) },
  { field: 'Password', accepts: hasLength(1, 1000) },
  { field: 'CheckoutRequestID', accepts: hasLength(1, 100) },
]

const TRANSACTION_KINDS = new Map<string, PushOrder['kind']>([
  ['CustomerPayBillOnline', 'Pay Bill'],
  ['CustomerBuyGoodsOnline', 'Buy Goods'],
])

const isTimestamp = (text: string) => readMpesaTimestamp(text) !== undefined

const rules = [
  { field: 'BusinessShortCode', accepts: isShortcode },
  { field: 'Timestamp', accepts: isTimestamp },
  { field: 'Password', accepts: hasLength(1, 1000) },
  { field: 'TransactionType', accepts: (text: string) => TRANSACTION_KINDS.has(text) },
  { field: 'Amount', accepts: isWholeAmount },
  { field: 'PartyA', accepts: isPhone },
  { field: 'PartyB', accepts: isShortcode },
  { field: 'PhoneNumber', accepts: isPhone },
  { field: 'CallBackURL', accepts: isWebAddress },
  { field: 'AccountReference', accepts: hasLength(1, 12) },
  { field: 'TransactionDesc', accepts: hasLength(1, 13), calledAs: 'Remarks' },
]

/** Takes a push: checks all of it, then lets the phone ring. */
export async function answerStkPush(world: World, prompts: Prompts, fields: Fields): Promise<Answer> {
  const { ids } = world
  const bad = firstBadField(fields, rules)
  if (bad !== undefined) return badRequest(ids, bad)
  const refused = objectToMerchant(world, fields)
  if (refused) return refused
  const order = readOrder(fields)
  const behaviour = { ...world.behaviours.take(order.phone), ...faultOfParty(world, fields) }
  const turnedAway = turnAway(world, behaviour)
  if (turnedAway) return turnedAway
  if (prompts.isPhoneBusy(order.phone)) {
    const busy = 'Unable to lock subscriber, a transaction is already in process for the current subscriber'
    return errorAnswer(ids, 500, '500.001.1001', busy)
  }
  const prompt = prompts.open(order, behaviour)
  const { answer, ackDelayMs = 0 } = behaviour
  await new Promise<void>((resolve) => world.timers.later(ackDelayMs, resolve))
  if (answer === 'lostAck') return 'dropped'
  return json(200, {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
}

/** The objection to the shortcode or the password of a request; undefined when they are ours. */
export function objectToMerchant({ ids, credentials }: World, fields: Fields): Answer | undefined {
  const { shortcode, passkey } = credentials
  if (fields.get('BusinessShortCode') !== shortcode) {
    return errorAnswer(ids, 500, '500.001.1001', 'Merchant does not exist')
  }
  const password = Buffer.from(shortcode + passkey + fields.get('Timestamp')).toString('base64')
  if (fields.get('Password') === password) return undefined
  return errorAnswer(ids, 500, '500.001.1001', '[MerchantValidate] - Wrong credentials')
}

function readOrder(fields: Fields): PushOrder {
  return {
    phone: fields.get('PhoneNumber') ?? '',
    amount: Number(fields.get('Amount')),
    accountReference: fields.get('AccountReference') ?? '',
    callbackUrl: fields.get('CallBackURL') ?? '',
    kind: TRANSACTION_KINDS.get(fields.get('TransactionType') ?? '') ?? 'Pay Bill',
  }
}

/** Money for a party that does not fit is taken as a request and fails at once. */
function faultOfParty({ credentials }: World, fields: Fields): Behaviour {
  const party = fields.get('PartyB')
  const { shortcode, tillNumber } = credentials
  if (fields.get('TransactionType') === 'CustomerPayBillOnline') {
    return party === shortcode ? {} : { resultCode: '2028', actsAfterMs: 0 }
  }
  return party === tillNumber ? {} : { resultCode: 'SFC_IC0003', actsAfterMs: 0 }
}

function turnAway({ ids }: World, { answer }: Behaviour): Answer | undefined {
  if (answer === 'spikeArrest') return spikeArrest()
  if (answer === 'html503') return webPage503()
  if (answer === 'systemBusy')
    return errorAnswer(ids, 500, '500.003.02', 'System is busy. Please try again later.')
  if (answer === 'quota') return errorAnswer(ids, 500, '500.003.03', 'Error Occurred: Quota Violation')
  if (answer === 'internalError') return errorAnswer(ids, 500, '500.003.1001', 'Internal Server Error')
  if (answer === 'errorWith200')
    return errorAnswer(ids, 200, '400.002.02', 'Bad Request - Invalid PhoneNumber')
  return undefined
}

/** Tells how a push ended, or, in one of several dresses, that it has not. */
export function answerStkQuery(world: World, prompts: Prompts, fields: Fields): Answer {
  const { ids } = world
  const bad = firstBadField(fields, queryRules)
  if (bad !== undefined) return badRequest(ids, bad)
  const refused = objectToMerchant(world, fields)
  if (refused) return refused
  const prompt = prompts.find(fields.get('CheckoutRequestID') ?? '')
  if (!prompt) return badRequest(ids, 'CheckoutRequestID')
  const { query } = prompt.behaviour
  if (query === 'spikeArrest') return spikeArrest()
  if (query === 'html503') return webPage503()
  if (query === 'dropped') return 'dropped'
  const code = query === 'says1037' ? '1037' : prompt.result?.code
  return code === undefined ? pending(world, prompt) : result(prompt, code)
}

function pending({ ids }: World, prompt: Prompt): Answer {
  const style = prompt.behaviour.pendingStyle ?? '4999'
  if (style === '4999') return result(prompt, '4999')
  if (style === 'invalidId') return badRequest(ids, 'CheckoutRequestID')
  const message =
    style === 'beingProcessed' ? 'The transaction is being processed' : 'The transaction does not Exist'
  return json(500, { requestId: prompt.checkoutRequestId, errorCode: '500.001.1001', errorMessage: message })
}

/** Here codes are text, while callbacks give them as numbers. */
function result(prompt: Prompt, code: string): Answer {
  return json(200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: code,
    ResultDesc: resultDescription(code),
  })
}
