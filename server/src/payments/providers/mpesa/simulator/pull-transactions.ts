import { pullTimestamp } from '../mpesa-timestamp.ts'
import type { Transaction } from './ledger.ts'
import {
  type Answer,
  badRequest,
  type Fields,
  firstBadField,
  isPhone,
  isShortcode,
  isWebAddress,
  json,
} from './simulator-http.ts'
import type { World } from './world.ts'

const PAGE = 100
const REACHES_BACK_MS = 48 * 3_600_000

const registerRules = [
  { field: 'ShortCode', accepts: isShortcode },
  { field: 'RequestType', accepts: (text: string) => text === 'Pull' },
  { field: 'NominatedNumber', accepts: isPhone },
  { field: 'CallBackURL', accepts: isWebAddress },
]

const isTime = (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
const queryRules = [
  { field: 'ShortCode', accepts: isShortcode },
  { field: 'StartDate', accepts: isTime },
  { field: 'EndDate', accepts: isTime },
  { field: 'OffSetValue', accepts: (text: string) => /^\d{1,9}$/.test(text) },
]

/** Lists the payments of customers in the last 48 hours, for who missed their reports. */
export function createPullTransactions({ ids, clock, ledger, credentials }: World) {
  let isRegistered = false

  function register(fields: Fields): Answer {
    const bad = firstBadField(fields, registerRules)
    if (bad !== undefined) return badRequest(ids, bad)
    const wasRegistered = isRegistered
    isRegistered = true
    return json(200, {
      ResponseRefID: ids.request(),
      ResponseStatus: wasRegistered ? '1001' : '1000',
      ShortCode: fields.get('ShortCode'),
      ResponseDescription: `ShortCode ${wasRegistered ? 'already Registered' : 'Registered Successfully'}`,
    })
  }

  function query(fields: Fields): Answer {
    const bad = firstBadField(fields, queryRules)
    if (bad !== undefined) return badRequest(ids, bad)
    const start = fields.get('StartDate') ?? ''
    const end = fields.get('EndDate') ?? ''
    const oldest = clock.now().getTime() - REACHES_BACK_MS
    const found = isRegistered
      ? ledger.list().filter((one) => {
          const at = pullTimestamp(one.at)
          return one.kind !== 'Reversal' && one.at.getTime() >= oldest && at >= start && at <= end
        })
      : []
    const offset = Number(fields.get('OffSetValue'))
    const rows = found.slice(offset, offset + PAGE).map((one) => rowOf(one, credentials.shortcode))
    return json(200, {
      ResponseRefID: ids.request(),
      ResponseCode: rows.length === 0 ? '1001' : '1000',
      ResponseMessage: rows.length === 0 ? 'No records found or Organization Name not available' : 'Success',
      Response: [rows],
    })
  }

  return { register, query }
}

function rowOf({ receipt, at, phone, kind, reference, amount }: Transaction, organization: string) {
  return {
    transactionId: receipt,
    trxDate: at.toISOString(),
    msisdn: Number(phone.slice(-9)),
    sender: 'MPESA',
    transactiontype: kind === 'Pay Bill' ? 'c2b-pay-bill-debit' : 'c2b-buy-goods-debit',
    billreference: reference,
    amount: amount.toFixed(2),
    organizationname: organization,
  }
}
