import { readMpesaTimestamp } from '../mpesa-timestamp.ts'
import { type Answer, badRequest, json, objection, spikeArrest, webPage503 } from './answer.ts'
import type { Behaviour } from './behaviour.ts'
import type { PushOrder } from './prompt.ts'
import type { Prompts } from './prompts.ts'
import {
  type Fields,
  firstBadField,
  hasLength,
  isPhone,
  isShortcode,
  isWebAddress,
  isWholeAmount,
} from './request-fields.ts'
import type { World } from './world.ts'

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
  const stranger = objectToMerchant(world, fields)
  if (stranger) return stranger
  const order = readOrder(fields)
  const behaviour = { ...world.behaviours.take(order.phone), ...faultOfParty(world, fields) }
  const turnedAway = turnAway(world, behaviour)
  if (turnedAway) return turnedAway
  if (prompts.isPhoneBusy(order.phone)) {
    const busy = 'Unable to lock subscriber, a transaction is already in process for the current subscriber'
    return objection(ids, 500, '500.001.1001', busy)
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
    return objection(ids, 500, '500.001.1001', 'Merchant does not exist')
  }
  const password = Buffer.from(shortcode + passkey + fields.get('Timestamp')).toString('base64')
  if (fields.get('Password') === password) return undefined
  return objection(ids, 500, '500.001.1001', '[MerchantValidate] - Wrong credentials')
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
    return objection(ids, 500, '500.003.02', 'System is busy. Please try again later.')
  if (answer === 'quota') return objection(ids, 500, '500.003.03', 'Error Occurred: Quota Violation')
  if (answer === 'internalError') return objection(ids, 500, '500.003.1001', 'Internal Server Error')
  if (answer === 'errorWith200') return objection(ids, 200, '400.002.02', 'Bad Request - Invalid PhoneNumber')
  return undefined
}
