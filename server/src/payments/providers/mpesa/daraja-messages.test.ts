import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactCheckoutRequestId, redactNumbers } from './daraja-answers.ts'
import { readC2bConfirmation, readStkCallback } from './daraja-messages.ts'
import { mpesaTimestamp, readMpesaTimestamp } from './mpesa-timestamp.ts'
import {
  capturedQueryFinal,
  capturedStkNoAnswer,
  capturedStkSuccess,
  sampleC2bNotification,
  sampleStkCancelled,
  sampleStkSuccessText,
} from './testing/daraja-captures.ts'

const { MerchantRequestID, CheckoutRequestID } = capturedStkSuccess.Body.stkCallback

/** The captured success with other items. */
const successWith = (Item: unknown, ResultCode: unknown = 0) =>
  JSON.stringify({
    Body: { stkCallback: { MerchantRequestID, CheckoutRequestID, ResultCode, CallbackMetadata: { Item } } },
  })

describe('a callback of a push', () => {
  test('a success captured in the sandbox is read', () => {
    expect(readStkCallback(JSON.stringify(capturedStkSuccess))).toEqual({
      merchantRequestId: 'ac7b-470b-8df7-23ab3cef38271280493',
      checkoutRequestId: 'ws_CO_06102026095225172708374149',
      resultCode: '0',
      resultDesc: 'The service request is processed successfully.',
      amount: 1,
      receipt: 'NLJ7RT61SV',
      transactionDate: '2026-10-06T06:52:33.000Z',
      phone: '254708374149',
    })
  })

  test("the portal's success, with old ids, no balance and 1.00, is read", () => {
    expect(readStkCallback(sampleStkSuccessText)).toMatchObject({
      checkoutRequestId: 'ws_CO_191220191020363925',
      resultCode: '0',
      amount: 1,
      transactionDate: '2019-12-19T07:21:15.000Z',
    })
  })

  test.each([
    [capturedStkNoAnswer, '1037', 'No response from user.'],
    [sampleStkCancelled, '1032', 'Request cancelled by user'],
  ])('a failure has no facts beside its code', (capture, resultCode, resultDesc) => {
    const read = readStkCallback(JSON.stringify(capture))
    expect(read).toMatchObject({ resultCode, resultDesc })
    expect([read?.amount, read?.receipt, read?.transactionDate, read?.phone]).toEqual(
      Array(4).fill(undefined),
    )
  })

  test('the order of the facts does not matter', () => {
    const expected = readStkCallback(JSON.stringify(capturedStkSuccess))
    const { Item } = capturedStkSuccess.Body.stkCallback.CallbackMetadata
    fc.assert(
      fc.property(fc.shuffledSubarray(Item, { minLength: Item.length }), (shuffled) => {
        expect(readStkCallback(successWith(shuffled))).toEqual({ ...expected, resultDesc: '' })
      }),
    )
  })

  test.each([
    [
      'a masked phone is kept as it came',
      [{ Name: 'PhoneNumber', Value: '2547*****149' }],
      { phone: '2547*****149' },
    ],
    ['a figure may be text', [{ Name: 'Amount', Value: '4500.00' }], { amount: 4500 }],
    ['cents are not lost', [{ Name: 'Amount', Value: 10.5 }], { amount: 10.5 }],
    ['a negative amount is none', [{ Name: 'Amount', Value: -5 }], { amount: undefined }],
    ['an amount of nothing is none', [{ Name: 'Amount', Value: 0 }], { amount: undefined }],
    ['an amount in words is none', [{ Name: 'Amount', Value: '1e3' }], { amount: undefined }],
    [
      'a date that does not exist is none',
      [{ Name: 'TransactionDate', Value: 20261399999999 }],
      { transactionDate: undefined },
    ],
    [
      'a date may be text',
      [{ Name: 'TransactionDate', Value: '20261006095233' }],
      { transactionDate: '2026-10-06T06:52:33.000Z' },
    ],
    [
      'a receipt in small letters is the same receipt',
      [{ Name: 'MpesaReceiptNumber', Value: ' nlj7rt61sv ' }],
      { receipt: 'NLJ7RT61SV' },
    ],
    [
      'a receipt of signs is none',
      [{ Name: 'MpesaReceiptNumber', Value: "'; drop table" }],
      { receipt: undefined },
    ],
    ['a fact may come alone', { Name: 'Amount', Value: 7 }, { amount: 7 }],
    [
      'strange facts are passed over',
      [null, 3, { Name: 'Amount', Value: { x: 1 } }, { Name: 'Amount', Value: 2 }],
      { amount: 2 },
    ],
    ['no facts at all', [], { amount: undefined, receipt: undefined }],
  ])('%s', (_sentence, items, expected) => {
    expect(readStkCallback(successWith(items))).toMatchObject(expected)
  })

  test.each([
    ['0', '0'],
    [0, '0'],
    [1037, '1037'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('the code %j reads as %j', (code, read) => {
    expect(readStkCallback(successWith([], code))?.resultCode).toBe(read)
  })

  test.each([
    ['nothing', ''],
    ['half a message', JSON.stringify(capturedStkSuccess).slice(0, 120)],
    ['a web page', '<html></html>'],
    ['a list', '[]'],
    ['a null', 'null'],
    ['another message', JSON.stringify(capturedQueryFinal)],
    ['no code', JSON.stringify({ Body: { stkCallback: { MerchantRequestID, CheckoutRequestID } } })],
    ['an id no store can hold', successWith([]).replace('ws_CO_', 'ws_CO_\\u0000')],
    ['a code that is a thing', successWith([], { code: 0 })],
    ['a flood', JSON.stringify({ ...capturedStkSuccess, more: 'x'.repeat(30_000) })],
  ])('%s is no callback', (_what, body) => {
    expect(readStkCallback(body)).toBeUndefined()
  })

  test('no text makes the reader fail, and only the code 0 can mean paid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readStkCallback(text)).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (code, items) => {
        const read = readStkCallback(successWith(items, code))
        if (read?.resultCode === '0') expect(String(code).trim()).toBe('0')
      }),
    )
  })
})

describe('a payment by hand', () => {
  test("the portal's confirmation is read", () => {
    expect(readC2bConfirmation(JSON.stringify(sampleC2bNotification))).toEqual({
      receipt: 'RKL51ZDR4F',
      amount: 5,
      shortcode: '600966',
      billReference: 'Sample Transaction',
      kind: 'paybill',
      paidAt: '2023-11-21T09:13:25.000Z',
      phone: '2547 ***** 126',
      payerName: 'NICHOLAS',
      thirdPartyId: undefined,
    })
  })

  test('a till payment has no reference, and names may be missing', () => {
    const { FirstName, MiddleName, LastName, ...rest } = sampleC2bNotification
    const body = { ...rest, TransactionType: 'Buy Goods', BillRefNumber: null, BusinessShortCode: 600966 }
    expect(readC2bConfirmation(JSON.stringify(body))).toMatchObject({
      kind: 'till',
      billReference: '',
      shortcode: '600966',
      payerName: undefined,
    })
  })

  test.each(['TransID', 'TransAmount', 'BusinessShortCode'])(
    'without its %s it is no confirmation',
    (field) => {
      expect(readC2bConfirmation(JSON.stringify({ ...sampleC2bNotification, [field]: '' }))).toBeUndefined()
    },
  )

  test('no text makes the reader fail', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readC2bConfirmation(text)))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(sampleC2bNotification)), fc.jsonValue()),
        (changes) => {
          readC2bConfirmation(JSON.stringify({ ...sampleC2bNotification, ...changes }))
        },
      ),
    )
  })
})

describe('what M-Pesa writes about time, and what we write about people', () => {
  test('an instant is written on a Nairobi clock and reads back, to the second', () => {
    expect(mpesaTimestamp(new Date('2026-10-06T06:52:33Z'))).toBe('20261006095233')
    expect(mpesaTimestamp(new Date('2026-12-31T21:00:00Z'))).toBe('20270101000000')
    const instant = fc.date({ min: new Date('2007-03-06'), max: new Date('2099-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, (at) => {
        at.setUTCMilliseconds(0)
        expect(readMpesaTimestamp(mpesaTimestamp(at))).toBe(at.toISOString())
      }),
    )
  })

  test.each(['', '2026', '20260230120000', '20261006246060', '2026-10-06T09:52'])(
    '%j is no instant',
    (text) => {
      expect(readMpesaTimestamp(text)).toBeUndefined()
    },
  )

  test("a request's id is logged without the payer's number", () => {
    expect(redactCheckoutRequestId('ws_CO_06102026095225172708374149')).toBe(
      'ws_CO_06102026095225172*********',
    )
    expect(redactCheckoutRequestId('short')).toBe('*****')
    expect(redactNumbers('no 254708374149 here, 1037 stays')).toBe('no 254********* here, 1037 stays')
  })
})
