import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startCallbackListener } from '../testing/callback-listener.ts'
import { reportedSpikeArrest, sampleObjection } from '../testing/daraja-captures.ts'
import { shapeOf } from '../testing/shape-of.ts'
import { acceptedId, openShopLine, type ShopLine } from '../testing/shop-line.ts'

const NOW = new Date('2026-10-02T09:30:00Z')
let now = NOW
let line: ShopLine
beforeEach(async () => {
  now = NOW
  line = await openShopLine({ clock: { now: () => now } })
})
afterEach(() => line.close())

const grant = async (key: string, type = 'client_credentials') => {
  const response = await fetch(`${line.simulator.baseUrl}/oauth/v1/generate?grant_type=${type}`, {
    headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
  })
  return { status: response.status, text: await response.text() }
}
const token = async (): Promise<string> =>
  JSON.parse((await grant('simulator-key:simulator-secret')).text).access_token

const call = async (path: string, body: unknown, authorization?: string, method = 'POST') => {
  const response = await fetch(line.simulator.baseUrl + path, {
    method,
    headers: {
      authorization: authorization ?? `Bearer ${await token()}`,
      'content-type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() }
}

const PUSH = '/mpesa/stkpush/v1/processrequest'
const order = (changes: Record<string, unknown> = {}) => {
  const { shortcode, passkey } = line.simulator.credentials
  const Timestamp = '20261002123000'
  return {
    BusinessShortCode: shortcode,
    Password: Buffer.from(shortcode + passkey + Timestamp).toString('base64'),
    Timestamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: '1',
    PartyA: '254712345678',
    PartyB: shortcode,
    PhoneNumber: 254712345678,
    CallBackURL: line.listener.url('/called'),
    AccountReference: 'BK4821',
    TransactionDesc: 'Car rental',
    ...changes,
  }
}

describe('a push request', () => {
  test('may give its figures as numbers or as text', async () => {
    expect((await call(PUSH, order())).status).toBe(200)
    const { PartyA, PhoneNumber } = order({ PartyA: 254712345679, PhoneNumber: '254712345679' })
    expect((await call(PUSH, order({ Amount: 1, PartyA, PhoneNumber, PartyB: 174379 }))).status).toBe(200)
  })

  test.each([
    ['BusinessShortCode', '12', 'BusinessShortCode'],
    ['BusinessShortCode', undefined, 'BusinessShortCode'],
    ['Timestamp', '2026-10-02', 'Timestamp'],
    ['Timestamp', '20261302123000', 'Timestamp'],
    ['Password', '', 'Password'],
    ['TransactionType', 'CustomerPayBillOnline ', 'TransactionType'],
    ['Amount', 10.5, 'Amount'],
    ['Amount', 0, 'Amount'],
    ['Amount', '-1', 'Amount'],
    ['Amount', null, 'Amount'],
    ['PartyA', '0712345678', 'PartyA'],
    ['PhoneNumber', '254812345678', 'PhoneNumber'],
    ['PhoneNumber', ['254712345678'], 'PhoneNumber'],
    ['CallBackURL', 'shop.example/called', 'CallBackURL'],
    ['CallBackURL', undefined, 'CallBackURL'],
    ['AccountReference', '', 'AccountReference'],
    ['AccountReference', 'A'.repeat(13), 'AccountReference'],
    ['TransactionDesc', undefined, 'Remarks'],
    ['TransactionDesc', 'D'.repeat(14), 'Remarks'],
  ])('whose %s is %j is refused', async (field, value, named) => {
    const { status, json } = await call(PUSH, order({ [field]: value }))
    expect({ status, ...json }).toMatchObject({
      status: 400,
      errorCode: '400.002.02',
      errorMessage: `Bad Request - Invalid ${named}`,
    })
    expect(shapeOf(json)).toBe(shapeOf(sampleObjection))
  })

  test.each([
    ['another shortcode', { BusinessShortCode: '174380' }, 'Merchant does not exist'],
    [
      'a password for another moment',
      { Timestamp: '20261002123001' },
      '[MerchantValidate] - Wrong credentials',
    ],
  ])('with %s is refused', async (_what, changes, errorMessage) => {
    const { status, json } = await call(PUSH, order(changes))
    expect({ status, ...json }).toMatchObject({ status: 500, errorCode: '500.001.1001', errorMessage })
  })

  test.each([
    ['a paybill that is not the shop', { PartyB: '600984' }, 2028],
    [
      'a till that does not exist',
      { TransactionType: 'CustomerBuyGoodsOnline', PartyB: '600984' },
      'SFC_IC0003',
    ],
  ])('for %s is taken and fails', async (_what, changes, code) => {
    expect((await call(PUSH, order(changes))).status).toBe(200)
    const [body = ''] = await line.listener.hears('/called')
    expect(JSON.parse(body).Body.stkCallback.ResultCode).toBe(code)
  })

  test('answered with a spike arrest comes from the gateway, not from Daraja', async () => {
    await line.behave({ answer: 'spikeArrest' })
    const { status, json } = await call(PUSH, order())
    expect(status).toBe(429)
    expect(shapeOf(json)).toBe(shapeOf(reportedSpikeArrest))
    expect((await call(PUSH, order())).status).toBe(200)
  })
})

describe('the door', () => {
  test.each([
    ['a path nobody knows', '/mpesa/nothing', {}, undefined, 'POST', 404, '404.001.01'],
    ['a GET', PUSH, {}, undefined, 'GET', 405, '405.001'],
    ['no token', PUSH, {}, '', 'POST', 404, '404.001.04'],
    ['a token of somebody else', PUSH, {}, 'Bearer abc', 'POST', 404, '404.001.03'],
    ['no JSON', PUSH, '{"BusinessShortCode":', undefined, 'POST', 400, '400.002.05'],
    ['a list', PUSH, [], undefined, 'POST', 400, '400.002.05'],
  ])('turns away %s', async (_what, path, body, authorization, method, status, errorCode) => {
    expect(await call(path, body, authorization, method)).toMatchObject({ status, json: { errorCode } })
  })

  test.each([
    ['a wrong key', 'simulator-key:wrong', 'client_credentials', 400, ''],
    ['another grant', 'simulator-key:simulator-secret', 'password', 400, '"errorCode":"400.008.02"'],
  ])('grants nothing for %s', async (_what, key, type, status, text) => {
    const granted = await grant(key, type)
    expect(granted.status).toBe(status)
    expect(text === '' ? granted.text === '' : granted.text.includes(text)).toBe(true)
  })

  test('takes a token for an hour, and only the newest', async () => {
    const first = await token()
    const second = await token()
    expect((await call(PUSH, {}, `Bearer ${first}`)).json.errorCode).toBe('404.001.03')
    expect((await call(PUSH, {}, `Bearer ${second}`)).json.errorCode).toBe('400.002.02')
    now = new Date(NOW.getTime() + 3599 * 1000)
    expect((await call(PUSH, {}, `Bearer ${second}`)).json.errorCode).toBe('404.001.03')
  })

  test('is open on the loopback interface only', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const outside = addresses.filter((one) => !one.internal && one.family === 'IPv4')
    const port = Number(new URL(line.simulator.baseUrl).port)
    for (const { address } of outside) {
      const reached = await new Promise((resolve) => {
        const socket = connect(port, address)
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      })
      expect(reached).toBe(false)
    }
    expect(new URL(line.simulator.baseUrl).hostname).toBe('127.0.0.1')
  })
})

describe('the two-minute rule', () => {
  const outcome = async (shop: ShopLine, amount: number, count: number) => {
    await shop.push('254700000001', { amount })
    return (await shop.callbacks('254700000001', count)).at(-1)?.resultCode
  }

  test('stops the same amount from the same phone after a success, when it is on', async () => {
    const strict = await openShopLine({ clock: { now: () => now }, limitsRepeats: true })
    expect(await outcome(strict, 100, 1)).toBe('0')
    expect(await outcome(strict, 100, 2)).toBe('17')
    expect(await outcome(strict, 101, 3)).toBe('0')
    now = new Date(NOW.getTime() + 120_000)
    expect(await outcome(strict, 100, 4)).toBe('0')
    await strict.close()
  })

  test('is off otherwise', async () => {
    expect(await outcome(line, 100, 1)).toBe('0')
    expect(await outcome(line, 100, 2)).toBe('0')
  })
})

test('closing ends all that was still to come', async () => {
  // Time is moved, so that a slow machine does not reach the callback before it closes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const listener = await startCallbackListener()
  const shop = await openShopLine({ callbackDelayMs: 1000, actsAfterMs: 0 })
  const callbackUrl = listener.url('/called')
  const push = async (phone: string) => {
    const answer = shop.push(phone, { callbackUrl })
    let isAnswered = false
    void answer.finally(() => (isAnswered = true))
    // The simulator answers by a timer, too.
    while (!isAnswered) {
      await vi.advanceTimersByTimeAsync(0)
      await setImmediate()
    }
    acceptedId(await answer)
  }
  await push('254700000001')
  await vi.advanceTimersByTimeAsync(1100)
  await listener.hears('/called')
  await push('254700000002')
  await shop.close()
  await vi.advanceTimersByTimeAsync(5000)
  // What was on its way would arrive before this.
  await fetch(listener.url('/last'), { method: 'POST' })
  expect(listener.heard.map(({ path }) => path)).toEqual(['/called', '/last'])
  await listener.close()
})
