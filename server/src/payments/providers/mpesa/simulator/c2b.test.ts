import { afterEach, describe, expect, test } from 'vitest'
import { readC2bConfirmation } from '../daraja-messages.ts'
import { type Heard, startCallbackListener } from '../testing/callback-listener.ts'
import { acceptedId, openShopLine } from '../testing/shop-line.ts'
import type { SimulatorOptions } from './start-daraja-simulator.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(endings.splice(0).map((end) => end()))
})

/** A shop whose till listens at /confirm and /validate, the latter answering as told. */
async function openTill(options: SimulatorOptions = {}, verdict: (heard: Heard) => string = () => '') {
  const line = await openShopLine(options)
  const till = await startCallbackListener((heard) => (heard.path === '/validate' ? verdict(heard) : '{}'))
  endings.push(line.close, till.close)
  const { consumerKey, consumerSecret, shortcode, tillNumber } = line.simulator.credentials
  const call = async (path: string, body: unknown) => {
    const key = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
    const granted = await fetch(`${line.simulator.baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${key}` },
    })
    const { access_token: token } = await granted.json()
    const response = await fetch(line.simulator.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const payByHand = (changes: Record<string, unknown> = {}) =>
    call('/mpesa/c2b/v2/simulate', {
      ShortCode: shortcode,
      CommandID: 'CustomerPayBillOnline',
      Amount: 4500,
      Msisdn: 254712345126,
      BillRefNumber: 'bk 4821',
      ...changes,
    })
  const register = (whenValidationIsSilent: 'Completed' | 'Cancelled' = 'Completed') =>
    line.client.registerC2bUrls({
      confirmationUrl: till.url('/confirm'),
      validationUrl: till.url('/validate'),
      whenValidationIsSilent,
    })
  const confirmed = async (count = 1) =>
    (await till.hears('/confirm', count)).map((body) => readC2bConfirmation(body))
  return { line, till, tillNumber, payByHand, register, confirmed, call }
}

describe('a payment by hand', () => {
  test('is reported as it was typed, with the number masked', async () => {
    const shop = await openTill()
    expect(await shop.register()).toEqual({ kind: 'registered' })
    await shop.payByHand()
    expect(await shop.confirmed()).toMatchObject([
      {
        amount: 4500,
        billReference: 'bk 4821',
        kind: 'paybill',
        phone: '2547 ***** 126',
        shortcode: '174379',
      },
    ])
  })

  test('to a till carries no reference', async () => {
    const shop = await openTill()
    await shop.register()
    const buyGoods = { CommandID: 'CustomerBuyGoodsOnline', ShortCode: shop.tillNumber }
    expect(await shop.payByHand({ ...buyGoods, BillRefNumber: 'BK4821' })).toMatchObject({
      errorCode: '400.002.02',
    })
    await shop.payByHand({ ...buyGoods, BillRefNumber: null })
    expect(await shop.confirmed()).toMatchObject([{ kind: 'till', billReference: '' }])
  })

  test.each([
    ['ShortCode', '600984'],
    ['CommandID', 'PayBill'],
    ['Amount', 1.5],
    ['Msisdn', '0712345678'],
    ['BillRefNumber', ''],
    ['BillRefNumber', 'B'.repeat(21)],
  ])('with the %s %j is refused', async (field, value) => {
    const shop = await openTill()
    expect(await shop.payByHand({ [field]: value })).toMatchObject({
      errorMessage: `Bad Request - Invalid ${field}`,
    })
  })

  test('raises what the business holds', async () => {
    const shop = await openTill()
    await shop.register()
    await shop.payByHand()
    await shop.till.hears('/confirm')
    await shop.payByHand({ Amount: 500 })
    const [, second = ''] = await shop.till.hears('/confirm', 2)
    expect(JSON.parse(second).OrgAccountBalance).toBe('5000.00')
  })
})

describe('validation', () => {
  const accepted = JSON.stringify({ ResultCode: '0', ResultDesc: 'Accepted', ThirdPartyTransID: 'T-77' })
  const rejected = JSON.stringify({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })

  test('is not asked for unless the business wants it', async () => {
    const shop = await openTill({}, () => rejected)
    await shop.register()
    await shop.payByHand()
    expect(await shop.confirmed()).toHaveLength(1)
  })

  test('that accepts lets the payment through with its own id', async () => {
    const shop = await openTill({ validatesC2b: true }, () => accepted)
    await shop.register()
    await shop.payByHand()
    expect(await shop.confirmed()).toMatchObject([{ thirdPartyId: 'T-77' }])
    const [asked = ''] = await shop.till.hears('/validate')
    expect(JSON.parse(asked)).toMatchObject({ OrgAccountBalance: '', ThirdPartyTransID: '' })
  })

  test('that rejects turns the payment away', async () => {
    const verdicts = [rejected, accepted]
    const shop = await openTill({ validatesC2b: true }, () => verdicts.shift() ?? rejected)
    await shop.register()
    await shop.payByHand({ Amount: 1 })
    await shop.till.hears('/validate')
    await shop.payByHand({ Amount: 2 })
    expect(await shop.confirmed()).toMatchObject([{ amount: 2 }])
  })

  test.each([
    ['Completed', [1, 2]],
    ['Cancelled', [2]],
  ] as const)('that does not answer: %s', async (whenSilent, amounts) => {
    const shop = await openTill({ validatesC2b: true }, () => accepted)
    const { register, line, payByHand, confirmed, till } = shop
    // A closed port is the quickest silence.
    const silent = await startCallbackListener()
    await silent.close()
    await line.client.registerC2bUrls({
      confirmationUrl: till.url('/confirm'),
      validationUrl: silent.url('/validate'),
      whenValidationIsSilent: whenSilent,
    })
    await payByHand({ Amount: 1 })
    if (whenSilent === 'Completed') await till.hears('/confirm')
    else await new Promise((resolve) => setTimeout(resolve, 100))
    await register(whenSilent)
    await payByHand({ Amount: 2 })
    expect((await confirmed(amounts.length)).map((one) => one?.amount)).toEqual(amounts)
  })
})

describe('registering', () => {
  test.each([
    'https://shop.example/mpesa/confirm',
    'https://shop.example/M-PESA',
    'https://safaricom.example/confirm',
    'https://shop.example/sql',
    'https://shop.example/confirm?x=exec',
    'https://abc.ngrok.io/confirm',
    'shop.example/confirm',
    'ftp://shop.example/confirm',
  ])('%s is refused', async (confirmationUrl) => {
    const { line } = await openTill()
    const validationUrl = 'https://shop.example/validate'
    expect(await line.client.registerC2bUrls({ confirmationUrl, validationUrl })).toEqual({
      kind: 'not_registered',
      code: '400.002.02',
      message: 'Bad Request - Invalid ConfirmationURL',
    })
  })

  test('takes its two answers to silence by the letter only', async () => {
    const { call } = await openTill()
    const urls = { ConfirmationURL: 'https://shop.example/c', ValidationURL: 'https://shop.example/v' }
    const body = { ShortCode: '174379', ResponseType: 'completed', ...urls }
    expect(await call('/mpesa/c2b/v2/registerurl', body)).toMatchObject({
      errorMessage: 'Bad Request - Invalid ResponseType',
    })
  })
})

test('a push that was paid is reported like a payment by hand, with the same receipt', async () => {
  const shop = await openTill()
  await shop.register()
  const id = acceptedId(await shop.line.push('254700000001'))
  const [told] = await shop.line.callbacks('254700000001')
  expect(told?.checkoutRequestId).toBe(id)
  expect(await shop.confirmed()).toMatchObject([
    { receipt: told?.receipt, amount: 4500, billReference: 'BK4821' },
  ])
})
