import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import type { Transaction } from './ledger.ts'
import {
  type Answer,
  badRequest,
  type Fields,
  firstBadField,
  hasLength,
  isPhone,
  isShortcode,
  isWebAddress,
  isWholeAmount,
  json,
} from './simulator-http.ts'
import type { World } from './world.ts'

/** Safaricom turns addresses away that contain any of these. */
const BANNED_IN_ADDRESS = /m-?pesa|safaricom|exe|exec|cmd|sql|query|ngrok|mockbin|requestbin/i

const isC2bAddress = (text: string) => isWebAddress(text) && !BANNED_IN_ADDRESS.test(text)
const registerRules = [
  { field: 'ShortCode', accepts: isShortcode },
  { field: 'ResponseType', accepts: (text: string) => text === 'Completed' || text === 'Cancelled' },
  { field: 'ConfirmationURL', accepts: isC2bAddress },
  { field: 'ValidationURL', accepts: isC2bAddress },
]

const C2B_KINDS = new Map<string, 'Pay Bill' | 'Buy Goods'>([
  ['CustomerPayBillOnline', 'Pay Bill'],
  ['CustomerBuyGoodsOnline', 'Buy Goods'],
])
const simulateRules = [
  { field: 'ShortCode', accepts: isShortcode },
  { field: 'CommandID', accepts: (text: string) => C2B_KINDS.has(text) },
  { field: 'Amount', accepts: isWholeAmount },
  { field: 'Msisdn', accepts: isPhone },
]

type Registration = { confirmationUrl: string; validationUrl: string; silence: string; version: 'v1' | 'v2' }

/** Payments made by hand: where they are reported to, and making one. */
export function createC2b(world: World) {
  const { ids, clock, timers, ledger, delivery, settings, credentials } = world
  let registration: Registration | undefined

  function register(fields: Fields, version: 'v1' | 'v2'): Answer {
    const bad = firstBadField(fields, registerRules) ?? strangeShortcode(fields)
    if (bad !== undefined) return badRequest(ids, bad)
    registration = {
      confirmationUrl: fields.get('ConfirmationURL') ?? '',
      validationUrl: fields.get('ValidationURL') ?? '',
      silence: fields.get('ResponseType') ?? '',
      version,
    }
    return acknowledged('00000000', 'Success')
  }

  function simulate(fields: Fields): Answer {
    const kind = C2B_KINDS.get(fields.get('CommandID') ?? '') ?? 'Pay Bill'
    const reference = fields.get('BillRefNumber') ?? ''
    const fits = kind === 'Pay Bill' ? hasLength(1, 20)(reference) : reference === ''
    const bad = firstBadField(fields, simulateRules) ?? strangeShortcode(fields)
    if (bad !== undefined) return badRequest(ids, bad)
    if (!fits) return badRequest(ids, 'BillRefNumber')
    const transaction: Transaction = {
      receipt: ids.receipt(),
      kind,
      phone: fields.get('Msisdn') ?? '',
      shortcode: fields.get('ShortCode') ?? '',
      amount: Number(fields.get('Amount')),
      reference,
      at: clock.now(),
      originatorId: ids.request(),
      conversationId: ids.conversation(),
    }
    timers.later(settings.callbackDelayMs, () => void complete(transaction))
    return acknowledged('0', 'Accept the service request successfully.', transaction.originatorId)
  }

  async function complete(transaction: Transaction) {
    const agreed = await validate(transaction)
    if (!agreed) return
    if (agreed.thirdPartyId !== '') transaction.thirdPartyId = agreed.thirdPartyId
    ledger.record(transaction)
    await report(transaction)
  }

  /** Asks the business, if it wants to be asked; undefined means that the payment is turned away. */
  async function validate(transaction: Transaction): Promise<{ thirdPartyId: string } | undefined> {
    if (!registration || !settings.validatesC2b) return { thirdPartyId: '' }
    const { validationUrl, silence, version } = registration
    const answer = await delivery.post(validationUrl, notification(transaction, version, ''))
    if (answer === undefined) return silence === 'Completed' ? { thirdPartyId: '' } : undefined
    return readVerdict(answer)
  }

  async function report(transaction: Transaction) {
    if (!registration) return
    const { confirmationUrl, version } = registration
    await delivery.post(confirmationUrl, notification(transaction, version, shillings(ledger.balance())))
  }

  const strangeShortcode = (fields: Fields) =>
    [credentials.shortcode, credentials.tillNumber].includes(fields.get('ShortCode') ?? '')
      ? undefined
      : 'ShortCode'

  // The name of the first field is misspelt by Daraja itself.
  const acknowledged = (code: string, description: string, id = ids.request()) =>
    json(200, { OriginatorCoversationID: id, ResponseCode: code, ResponseDescription: description })

  return {
    register,
    simulate,
    /** A payment by push is reported here too, some time after its own callback. */
    confirm: (transaction: Transaction) =>
      timers.later(settings.callbackDelayMs, () => void report(transaction)),
  }
}

const shillings = (amount: number) => amount.toFixed(2)

function notification(transaction: Transaction, version: 'v1' | 'v2', balance: string): string {
  const { phone } = transaction
  return JSON.stringify({
    TransactionType: transaction.kind,
    TransID: transaction.receipt,
    TransTime: mpesaTimestamp(transaction.at),
    TransAmount: shillings(transaction.amount),
    BusinessShortCode: transaction.shortcode,
    BillRefNumber: transaction.reference,
    InvoiceNumber: '',
    OrgAccountBalance: balance,
    ThirdPartyTransID: transaction.thirdPartyId ?? '',
    MSISDN:
      version === 'v1'
        ? createHash('sha256').update(phone).digest('hex')
        : `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
    FirstName: payerNames[Number(phone.slice(-1))] ?? '',
    MiddleName: '',
    LastName: '',
  })
}

const payerNames = [
  'WANJIKU',
  'BRIAN',
  'AMINA',
  'KEVIN',
  'FAITH',
  'PETER',
  'GRACE',
  'YUSUF',
  'MERCY',
  'DENNIS',
]

const Verdict = z.looseObject({
  ResultCode: z.union([z.string(), z.number()]),
  ThirdPartyTransID: z._default(z.string(), ''),
})

function readVerdict(answer: string): { thirdPartyId: string } | undefined {
  try {
    const verdict = z.safeParse(Verdict, JSON.parse(answer))
    if (!verdict.success || String(verdict.data.ResultCode) !== '0') return undefined
    return { thirdPartyId: verdict.data.ThirdPartyTransID }
  } catch {
    return undefined
  }
}
