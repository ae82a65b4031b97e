import { constants, publicEncrypt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readC2bConfirmation, readStkCallback } from './daraja-messages.ts'
import { type DarajaSimulator, startDarajaSimulator } from './simulator/start-daraja-simulator.ts'
import { type CallbackListener, startCallbackListener } from './testing/callback-listener.ts'
import {
  capturedAcknowledgement,
  capturedC2bRegistered,
  capturedC2bSimulated,
  capturedPushAccepted,
  capturedQueryFinal,
  capturedReversalInvalid,
  capturedStatusNotFound,
  capturedStkNoAnswer,
  capturedStkSuccess,
  sampleC2bNotification,
  sampleReversalDone,
  sampleStatusParameters,
  sampleToken,
} from './testing/daraja-captures.ts'
import { type AdamsSdk, openAdamsSdk } from './testing/published-clients.ts'
import { openRecordedClient, type RecordedClient } from './testing/recorded-requests.ts'
import { shapeOf } from './testing/shape-of.ts'

let simulator: DarajaSimulator
let listener: CallbackListener
beforeEach(async () => {
  listener = await startCallbackListener()
  simulator = await startDarajaSimulator({
    callbackDelayMs: 5,
    actsAfterMs: 20,
    // Some clients insist on https for callbacks, which the listener does not speak.
    fetch: (url, request) => fetch(String(url).replace('https://shop.example', listener.url('')), request),
  })
})
afterEach(async () => {
  await simulator.close()
  await listener.close()
})

const url = (path: string) => `https://shop.example${path}`
const heard = async (path: string) => JSON.parse((await listener.hears(path))[0] ?? '')

describe("Safaricom's mpesa-node 0.1.3, by its recorded requests", () => {
  let client: RecordedClient
  beforeEach(async () => {
    client = await openRecordedClient(simulator)
  })

  const pay = async (phone: number, callback: string) => {
    const { data } = await client.lipaNaMpesaOnline(phone, 4500, url(callback), 'BK4821', 'Car rental')
    return data
  }
  const receiptOf = async (phone: number) => {
    await pay(phone, '/paid')
    return readStkCallback(JSON.stringify(await heard('/paid')))?.receipt ?? ''
  }

  test('gets a token', async () => {
    const { status, data } = await client.oAuth()
    expect(status).toBe(200)
    expect(shapeOf(data)).toBe(shapeOf(sampleToken))
  })

  test('pushes, and hears what the real one says', async () => {
    expect(shapeOf(await pay(254700000001, '/called'))).toBe(shapeOf(capturedPushAccepted))
    const callback = await heard('/called')
    expect(shapeOf(callback)).toBe(shapeOf(capturedStkSuccess))
    expect(readStkCallback(JSON.stringify(callback))).toMatchObject({ resultCode: '0', amount: 4500 })
  })

  test('hears of a failure without facts', async () => {
    await pay(254700000002, '/called')
    expect(shapeOf(await heard('/called'))).toBe(shapeOf(capturedStkNoAnswer))
  })

  test('queries a push that has ended', async () => {
    const { CheckoutRequestID = '' } = await pay(254700000002, '/called')
    await heard('/called')
    const { data } = await client.lipaNaMpesaQuery(CheckoutRequestID)
    expect(shapeOf(data)).toBe(shapeOf(capturedQueryFinal))
    expect(data).toMatchObject({ CheckoutRequestID, ResultCode: '1032' })
  })

  test('is told a 12 digit number only', async () => {
    await expect(pay(712345678, '/called')).rejects.toMatchObject({
      response: {
        status: 400,
        data: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PartyA' },
      },
    })
  })

  test('registers for payments by hand, makes one, and hears of it', async () => {
    const registered = await client.c2bRegister(url('/confirm'), url('/validate'))
    expect(shapeOf(registered.data)).toBe(shapeOf(capturedC2bRegistered))
    expect(registered.data).toMatchObject({ ResponseCode: '00000000' })
    const simulated = await client.c2bSimulate(254712345126, 5, 'Sample Transaction')
    expect(shapeOf(simulated.data)).toBe(shapeOf(capturedC2bSimulated))
    const confirmation = await heard('/confirm')
    expect(shapeOf(confirmation)).toBe(shapeOf(sampleC2bNotification))
    // Registered through version 1 of the door, where numbers are hashed.
    expect(confirmation.MSISDN).toMatch(/^[0-9a-f]{64}$/)
    expect(readC2bConfirmation(JSON.stringify(confirmation))).toMatchObject({
      amount: 5,
      billReference: 'Sample Transaction',
    })
  })

  test('asks for the status of a payment', async () => {
    const receipt = await receiptOf(254700000001)
    const { data } = await client.transactionStatus(receipt, url('/late'), url('/status'))
    expect(shapeOf(data)).toBe(shapeOf(capturedAcknowledgement))
    const { Result } = await heard('/status')
    expect(Result).toMatchObject({ ResultType: 0, ResultCode: 0 })
    const parameters: { Key: string }[] = Result.ResultParameters.ResultParameter
    expect(parameters).toContainEqual({ Key: 'ReceiptNo', Value: receipt })
    for (const sample of sampleStatusParameters) {
      expect(parameters.map(shapeOf)).toContain(shapeOf(sample))
    }
  })

  test('asks for the status of a receipt that does not exist', async () => {
    await client.transactionStatus('SKE52PAWR9', url('/late'), url('/status'))
    const result = await heard('/status')
    expect(shapeOf(result)).toBe(shapeOf(capturedStatusNotFound))
    expect(result.Result).toMatchObject({ ResultCode: 2032 })
  })

  test('reverses a payment, once', async () => {
    const receipt = await receiptOf(254700000001)
    const { data } = await client.reversal(receipt, 4500, url('/late'), url('/reversed'))
    expect(shapeOf(data)).toBe(shapeOf(capturedAcknowledgement))
    expect(shapeOf(await heard('/reversed'))).toBe(shapeOf(sampleReversalDone))
    await client.reversal(receipt, 4500, url('/late'), url('/again'))
    expect(await heard('/again')).toMatchObject({ Result: { ResultCode: 'R000001' } })
  })

  test('reverses what was never paid', async () => {
    await client.reversal('SKC82PACB8', 1, url('/late'), url('/reversed'))
    const result = await heard('/reversed')
    expect(shapeOf(result)).toBe(shapeOf(capturedReversalInvalid))
    expect(result.Result.ResultCode).toBe('R000002')
  })
})

describe('adams-mpesa-sdk 1.1.0', () => {
  let client: AdamsSdk
  beforeEach(async () => {
    const key = await simulator.initiatorPublicKey()
    const password = Buffer.from(simulator.credentials.initiatorPassword)
    const sealed = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, password)
    client = openAdamsSdk(simulator, sealed.toString('base64'))
  })

  const pay = (phone: string) =>
    client.stkPush({ amount: 4500, phone, accountReference: 'BK4821', callbackUrl: url('/called') })

  test('gets a token', async () => {
    expect(await client.getAccessToken()).toHaveLength(28)
  })

  test('pushes, hears and queries', async () => {
    const accepted = await pay('0700000001')
    expect(shapeOf(accepted)).toBe(shapeOf(capturedPushAccepted))
    expect(shapeOf(await heard('/called'))).toBe(shapeOf(capturedStkSuccess))
    const ended = await client.stkQuery({ checkoutRequestId: accepted.CheckoutRequestID })
    expect(shapeOf(ended)).toBe(shapeOf(capturedQueryFinal))
  })

  test('registers, pays by hand and hears of it', async () => {
    const urls = { confirmationUrl: url('/confirm'), validationUrl: url('/validate') }
    expect(shapeOf(await client.c2bRegister(urls))).toBe(shapeOf(capturedC2bRegistered))
    const paid = await client.c2bSimulate({ amount: 10, phone: '0712345678', billRefNumber: 'ORD77' })
    expect(shapeOf(paid)).toBe(shapeOf(capturedC2bSimulated))
    expect(shapeOf(await heard('/confirm'))).toBe(shapeOf(sampleC2bNotification))
  })

  test('asks for the status of a payment', async () => {
    await pay('0700000001')
    const receipt = readStkCallback(JSON.stringify(await heard('/called')))?.receipt
    const urls = { resultUrl: url('/status'), timeoutUrl: url('/late') }
    expect(shapeOf(await client.transactionStatus({ transactionId: receipt, ...urls }))).toBe(
      shapeOf(capturedAcknowledgement),
    )
    expect(await heard('/status')).toMatchObject({ Result: { ResultCode: 0 } })
  })

  test('learns nothing with a password that was only encoded, not encrypted', async () => {
    const plain = Buffer.from(simulator.credentials.initiatorPassword).toString('base64')
    const careless = openAdamsSdk(simulator, plain)
    await pay('0700000001')
    const receipt = readStkCallback(JSON.stringify(await heard('/called')))?.receipt
    const urls = { resultUrl: url('/status'), timeoutUrl: url('/late') }
    await careless.transactionStatus({ transactionId: receipt, ...urls })
    const { Result } = await heard('/status')
    expect(Result).toMatchObject({ ResultCode: 2001 })
    expect(Result).not.toHaveProperty('ResultParameters')
  })

  test('is told that its push was too long, and does not try again', async () => {
    const order = {
      amount: 1,
      phone: '0712345678',
      accountReference: 'A'.repeat(13),
      callbackUrl: url('/called'),
    }
    await expect(client.stkPush(order)).rejects.toMatchObject({ statusCode: 400, responseCode: '400.002.02' })
  })
})
