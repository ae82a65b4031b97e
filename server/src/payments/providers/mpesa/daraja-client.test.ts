import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TOKEN_OBJECTIONS } from './simulator/access-tokens.ts'
import { acceptedId, openShopLine, type ShopLine } from './testing/shop-line.ts'

let line: ShopLine
beforeEach(async () => {
  line = await openShopLine()
})
afterEach(() => line.close())

const final = (resultCode: string) => ({ kind: 'final', resultCode })

describe('a push', () => {
  test('is pending while the phone asks, and paid once the PIN is entered', async () => {
    const id = acceptedId(await line.push('254712345678'))
    expect(await line.client.query(id)).toEqual({ kind: 'pending' })
    expect((await line.press(id, { action: 'pin', pin: '1234' })).status).toBe(200)
    expect(await line.client.query(id)).toMatchObject(final('0'))
    expect(await line.callbacks('254712345678')).toMatchObject([
      { checkoutRequestId: id, resultCode: '0', amount: 4500, phone: '254712345678' },
    ])
  })

  test.each([
    ['254700000001', '0', 'paid'],
    ['254700000002', '1032', 'cancelled'],
    ['254700000003', '1', 'no money'],
    ['254700000004', '2001', 'wrong PIN'],
    ['254111000001', '0', 'paid from an 01 number'],
  ])('to %s ends with %s: %s', async (phone, resultCode) => {
    const id = acceptedId(await line.push(phone))
    expect(await line.callbacks(phone)).toMatchObject([{ checkoutRequestId: id, resultCode }])
    expect(await line.client.query(id)).toMatchObject(final(resultCode))
  })

  test('that nobody answers times out, and to ...005 is paid after all', async () => {
    const hasty = await openShopLine({ promptSeconds: 0.05 })
    await hasty.behave({ phone: '254700000005', lateSuccessMs: 100 })
    const quiet = acceptedId(await hasty.push('254712345678'))
    const late = acceptedId(await hasty.push('254700000005'))
    expect(await hasty.callbacks('254712345678')).toMatchObject([{ resultCode: '1037' }])
    const told = await hasty.callbacks('254700000005', 2)
    expect(told.map((one) => one?.resultCode).sort()).toEqual(['0', '1037'])
    expect(new Set(told.map((one) => one?.checkoutRequestId))).toEqual(new Set([late]))
    expect(await hasty.client.query(quiet)).toMatchObject(final('1037'))
    expect(await hasty.client.query(late)).toMatchObject(final('0'))
    await hasty.close()
  })

  test('to ...006 is told three times with one receipt', async () => {
    await line.push('254700000006')
    const told = await line.callbacks('254700000006', 3)
    expect(new Set(told.map((one) => one?.receipt)).size).toBe(1)
    expect(told).toHaveLength(3)
  })

  test('to ...007 is told with another amount', async () => {
    await line.push('254700000007')
    expect(await line.callbacks('254700000007')).toMatchObject([{ resultCode: '0', amount: 1 }])
  })

  test('to ...008 is paid and never told: only the query knows', async () => {
    const id = acceptedId(await line.push('254700000008'))
    await expect.poll(() => line.client.query(id)).toMatchObject(final('0'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(line.listener.heard).toEqual([])
  })

  test('to ...009 is unknown to us, sent once, and told later', async () => {
    expect(await line.push('254700000009')).toMatchObject({ kind: 'unknown' })
    expect(await line.callbacks('254700000009')).toMatchObject([{ resultCode: '0', amount: 4500 }])
    expect(line.listener.heard).toHaveLength(1)
  })

  test('to a phone that is being asked already is refused for now', async () => {
    await line.push('254712345678')
    expect(await line.push('254712345678')).toMatchObject({
      kind: 'refused',
      code: '500.001.1001',
      temporary: true,
    })
  })

  test.each([
    ['spikeArrest', { kind: 'refused', temporary: true }],
    ['systemBusy', { kind: 'refused', code: '500.003.02', temporary: true }],
    ['quota', { kind: 'refused', code: '500.003.03', temporary: true }],
    ['errorWith200', { kind: 'refused', code: '400.002.02', temporary: false }],
    ['html503', { kind: 'unknown', why: 'HTTP 503' }],
    ['internalError', { kind: 'unknown' }],
    ['lostAck', { kind: 'unknown' }],
  ])('answered by %s is told from the others', async (answer, expected) => {
    await line.behave({ answer })
    expect(await line.push('254712345678')).toMatchObject(expected)
  })

  test('with a field Daraja does not take is refused for good', async () => {
    expect(await line.push('254712345678', { accountReference: 'far too long a reference' })).toEqual({
      kind: 'refused',
      code: '400.002.02',
      message: 'Bad Request - Invalid AccountReference',
      temporary: false,
    })
    expect(await line.push('254712345678', { amount: 10.5 })).toMatchObject({
      kind: 'refused',
      temporary: false,
    })
  })

  test('of more than M-Pesa moves at once fails on the phone', async () => {
    await line.push('254700000001', { amount: 250_001 })
    expect(await line.callbacks('254700000001')).toMatchObject([{ resultCode: '3' }])
  })
})

describe('a query', () => {
  test.each(['beingProcessed', '4999', 'doesNotExist', 'invalidId'])(
    'answered %s is pending',
    async (pendingStyle) => {
      await line.behave({ pendingStyle })
      const id = acceptedId(await line.push('254712345678'))
      expect(await line.client.query(id)).toEqual({ kind: 'pending' })
    },
  )

  test.each(['spikeArrest', 'html503', 'dropped'])(
    'answered by %s says nothing about the money',
    async (query) => {
      await line.behave({ query })
      const id = acceptedId(await line.push('254700000001'))
      await line.callbacks('254700000001')
      expect(await line.client.query(id)).toMatchObject({ kind: 'unreachable' })
    },
  )

  test('about a request nobody made is pending, never an end', async () => {
    expect(await line.client.query('ws_CO_06102026095225172708374149')).toEqual({ kind: 'pending' })
  })

  test.each(['17', '26', '1001', '1019', '1025', '9999', '8006', 'SFC_IC0003', 'E3008'])(
    'tells the end %s, and so does the callback',
    async (resultCode) => {
      await line.behave({ resultCode })
      const id = acceptedId(await line.push('254712345678'))
      expect(await line.callbacks('254712345678')).toMatchObject([{ resultCode }])
      expect(await line.client.query(id)).toMatchObject(final(resultCode))
    },
  )

  test('leaves a result it does not know pending', async () => {
    await line.behave({ resultCode: '4242' })
    const id = acceptedId(await line.push('254712345678'))
    await line.callbacks('254712345678')
    expect(await line.client.query(id)).toEqual({ kind: 'pending' })
  })
})

describe('the access token', () => {
  test.each(Object.keys(TOKEN_OBJECTIONS))(
    'turned down as %s is renewed and the call goes through',
    async (worded) => {
      await line.push('254700000001')
      await line.expireTokens(worded)
      expect(await line.push('254700000002')).toMatchObject({ kind: 'accepted' })
    },
  )

  test('ended by somebody who got a newer one is renewed', async () => {
    const { consumerKey, consumerSecret } = line.simulator.credentials
    const id = acceptedId(await line.push('254712345678'))
    const key = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
    await fetch(`${line.simulator.baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${key}` },
    })
    expect(await line.client.query(id)).toEqual({ kind: 'pending' })
  })
})

test('a till is asked for in the way of tills', async () => {
  const till = await openShopLine({ type: 'till' })
  await till.push('254700000001')
  expect(await till.callbacks('254700000001')).toMatchObject([{ resultCode: '0' }])
  await till.close()
})

test('nothing secret is logged', async () => {
  const lines: string[] = []
  const note = (fields: unknown, message: string) => void lines.push(JSON.stringify(fields) + message)
  const logged = await openShopLine({ logger: { info: note, warn: note } })
  const id = acceptedId(await logged.push('254712345678'))
  await logged.client.query(id)
  await logged.push('254712345678')
  await logged.behave({ answer: 'html503' })
  await logged.push('254700000001')
  await logged.client.registerC2bUrls({ confirmationUrl: 'nonsense', validationUrl: 'nonsense' })
  await logged.close()
  expect(lines.length).toBeGreaterThanOrEqual(5)
  const { passkey, consumerSecret, consumerKey } = logged.simulator.credentials
  for (const secret of ['712345678', passkey, consumerSecret, consumerKey, 'Bearer', 'Password']) {
    expect(lines.join('\n')).not.toContain(secret)
  }
})
