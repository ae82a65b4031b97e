import * as z from 'zod/mini'
import { readMpesaTimestamp } from './mpesa-timestamp.ts'

/** What Daraja says about one push. Only the two ids and the code are sure to be there. */
export type StkCallback = {
  merchantRequestId: string
  checkoutRequestId: string
  /** `'0'` is paid; always text, though Daraja sends a number here and text elsewhere. */
  resultCode: string
  resultDesc: string
  amount: number | undefined
  receipt: string | undefined
  /** ISO UTC. */
  transactionDate: string | undefined
  /** May be masked or missing: nothing may hang on it. */
  phone: string | undefined
}

/** The answer that tells Daraja a callback has arrived. */
export const CALLBACK_RECEIVED = { ResultCode: 0, ResultDesc: 'Accepted' } as const

/** The answer that lets a payment made by hand through; here, unlike above, the code is text. */
export const C2B_ACCEPTED = { ResultCode: '0', ResultDesc: 'Accepted' } as const

/** The largest amount that the database stores. */
export const MOST_SHILLINGS = 2_147_483_647

const MAX_BODY_LENGTH = 20_000
const Scalar = z.union([z.string().check(z.maxLength(1000)), z.number()])
const RequestId = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))
const Item = z.looseObject({ Name: z.string(), Value: z.optional(z.unknown()) })

const StkBody = z.looseObject({
  Body: z.looseObject({
    stkCallback: z.looseObject({
      MerchantRequestID: RequestId,
      CheckoutRequestID: RequestId,
      ResultCode: Scalar,
      ResultDesc: z._default(z.string(), ''),
      CallbackMetadata: z.optional(z.looseObject({ Item: z.union([z.array(z.unknown()), Item]) })),
    }),
  }),
})

/** Reads a callback of a push; undefined when it is none, which must change nothing. */
export function readStkCallback(rawBody: string): StkCallback | undefined {
  const parsed = z.safeParse(StkBody, parseJson(rawBody))
  if (!parsed.success) return undefined
  const { MerchantRequestID, CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } =
    parsed.data.Body.stkCallback
  const facts = readItems(CallbackMetadata?.Item)
  return {
    merchantRequestId: MerchantRequestID,
    checkoutRequestId: CheckoutRequestID,
    resultCode: plain(ResultCode),
    resultDesc: plain(ResultDesc),
    amount: readAmount(facts.get('Amount')),
    receipt: readReceipt(facts.get('MpesaReceiptNumber')),
    transactionDate: readMpesaTimestamp(facts.get('TransactionDate') ?? ''),
    phone: facts.get('PhoneNumber'),
  }
}

/** The facts by name, as text. Items come in any order, alone instead of in a list, and without a value. */
function readItems(items: unknown): Map<string, string> {
  const facts = new Map<string, string>()
  for (const candidate of Array.isArray(items) ? items : [items]) {
    const item = z.safeParse(Item, candidate)
    const value = z.safeParse(Scalar, item.data?.Value)
    if (item.success && value.success) facts.set(item.data.Name, plain(value.data))
  }
  return facts
}

/** A payment made by hand to the paybill or till, as Daraja reports it. */
export type C2bPayment = {
  receipt: string
  amount: number
  shortcode: string
  /** Typed by the payer: expect any case, spaces and errors. Empty for a till. */
  billReference: string
  kind: 'paybill' | 'till' | 'other'
  /** ISO UTC. */
  paidAt: string | undefined
  /** Masked (`2547 ***** 126`) or hashed. */
  phone: string | undefined
  payerName: string | undefined
  thirdPartyId: string | undefined
}

/** Text or a number as Daraja sends it, as text that any store can keep; empty where it is missing. */
export const LooseText = z._default(
  z.pipe(
    z.nullable(Scalar),
    z.transform((value) => plain(value ?? '')),
  ),
  '',
)

const C2bBody = z.looseObject({
  TransactionType: LooseText,
  TransID: LooseText,
  TransTime: LooseText,
  TransAmount: LooseText,
  BusinessShortCode: LooseText,
  BillRefNumber: LooseText,
  ThirdPartyTransID: LooseText,
  MSISDN: LooseText,
  FirstName: LooseText,
  MiddleName: LooseText,
  LastName: LooseText,
})

/** Reads a C2B confirmation (or validation: the shape is one); undefined when it is none. */
export function readC2bConfirmation(rawBody: string): C2bPayment | undefined {
  const parsed = z.safeParse(C2bBody, parseJson(rawBody))
  if (!parsed.success) return undefined
  const fields = parsed.data
  const receipt = readReceipt(fields.TransID)
  const amount = readAmount(fields.TransAmount)
  if (receipt === undefined || amount === undefined || fields.BusinessShortCode === '') return undefined
  const name = [fields.FirstName, fields.MiddleName, fields.LastName].filter((part) => part !== '').join(' ')
  return {
    receipt,
    amount,
    shortcode: fields.BusinessShortCode,
    billReference: fields.BillRefNumber,
    kind: C2B_KINDS.get(fields.TransactionType.toLowerCase()) ?? 'other',
    paidAt: readMpesaTimestamp(fields.TransTime),
    phone: fields.MSISDN || undefined,
    payerName: name || undefined,
    thirdPartyId: fields.ThirdPartyTransID || undefined,
  }
}

/** Text that any store can keep: no NUL, no half characters. */
function plain(value: string | number): string {
  return String(value).toWellFormed().replaceAll('\u0000', '').trim()
}

const C2B_KINDS = new Map<string, 'paybill' | 'till'>([
  ['pay bill', 'paybill'],
  ['buy goods', 'till'],
])

function parseJson(rawBody: string): unknown {
  if (rawBody.length > MAX_BODY_LENGTH) return undefined
  try {
    return JSON.parse(rawBody)
  } catch {
    return undefined
  }
}

/** `1`, `1.00` and `"1.00"` are one shilling; what is no plain positive figure is nothing. */
export function readAmount(text = ''): number | undefined {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return undefined
  const amount = Number(text)
  return amount > 0 ? amount : undefined
}

export function readReceipt(text = ''): string | undefined {
  return /^[A-Z0-9]{6,20}$/i.test(text) ? text.toUpperCase() : undefined
}
