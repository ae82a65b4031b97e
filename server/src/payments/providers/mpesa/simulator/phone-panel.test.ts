import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acceptedId, openShopLine, type ShopLine } from '../testing/shop-line.ts'

let line: ShopLine
beforeEach(async () => {
  line = await openShopLine()
})
afterEach(() => line.close())

describe('the phone panel', () => {
  const look = async (id: string) => {
    const response = await fetch(`${line.simulator.baseUrl}/simulator/prompts?checkoutRequestId=${id}`)
    return { status: response.status, json: await response.json() }
  }
  const screen = { amount: 4500, business: 'TWENDE', accountReference: 'BK4821', phone: '254712345678' }

  test('shows what the phone asks', async () => {
    const id = acceptedId(await line.push('254712345678'))
    expect(await look(id)).toEqual({ status: 200, json: { state: 'waiting', ...screen } })
    await line.press(id, { action: 'cancel' })
    expect((await look(id)).json).toEqual({ state: 'done', resultCode: '1032', ...screen })
    expect((await look('ws_CO_none')).status).toBe(404)
  })

  test.each([
    ['the right PIN', { action: 'pin', pin: '1234' }, '0'],
    ['a wrong PIN', { action: 'pin', pin: '4321' }, '2001'],
    ['cancel', { action: 'cancel' }, '1032'],
  ])('takes %s once', async (_what, press, resultCode) => {
    const id = acceptedId(await line.push('254712345678'))
    expect(await line.press(id, press)).toMatchObject({ status: 200, body: { state: 'done', resultCode } })
    expect((await line.press(id, { action: 'pin', pin: '1234' })).status).toBe(409)
    expect(await line.callbacks('254712345678')).toMatchObject([{ resultCode }])
  })

  test.each([{}, { action: 'pin' }, { action: 'pay' }, null, []])('does not take %j', async (press) => {
    const id = acceptedId(await line.push('254712345678'))
    expect((await line.press(id, press)).status).toBe(400)
    expect((await look(id)).json.state).toBe('waiting')
  })

  test('is not for web pages of other origins, which cannot send JSON unasked', async () => {
    const id = acceptedId(await line.push('254712345678'))
    const body = JSON.stringify({ action: 'pin', pin: '1234' })
    const response = await fetch(`${line.simulator.baseUrl}/simulator/prompts/${id}`, {
      method: 'POST',
      body,
    })
    expect(response.status).toBe(404)
    expect((await look(id)).json.state).toBe('waiting')
  })

  test('gives the phone free once the prompt is over', async () => {
    const id = acceptedId(await line.push('254712345678'))
    await line.press(id, { action: 'cancel' })
    expect((await line.push('254712345678')).kind).toBe('accepted')
  })
})

describe('what a test may wish for', () => {
  const raw = (phone: string, count = 1) => line.listener.hears(`/called/${phone}`, count)
  const phone = '254700000001'

  test('half a message', async () => {
    await line.behave({ badJson: true })
    await line.push(phone)
    const [body = ''] = await raw(phone)
    expect(() => JSON.parse(body)).toThrow()
  })

  test('a masked phone', async () => {
    await line.behave({ phone, maskedPhone: true })
    await line.push(phone)
    expect(await line.callbacks(phone)).toMatchObject([{ phone: '2547*****001' }])
  })

  test('a forged success while the phone still asks', async () => {
    await line.behave({ forged: true })
    const id = acceptedId(await line.push('254712345678'))
    expect(await line.callbacks('254712345678')).toMatchObject([{ checkoutRequestId: id, resultCode: '0' }])
    expect(await line.client.query(id)).toEqual({ kind: 'pending' })
  })

  test('a message about a request nobody made', async () => {
    await line.behave({ forgedId: true })
    const id = acceptedId(await line.push(phone))
    const [read] = await line.callbacks(phone)
    expect(read?.resultCode).toBe('0')
    expect(read?.checkoutRequestId).not.toBe(id)
  })

  test('a late success that is told before the failure', async () => {
    await line.behave({ resultCode: '1037', lateSuccessMs: 5, outOfOrder: true })
    await line.push('254712345678')
    expect((await line.callbacks('254712345678', 2)).map((one) => one?.resultCode)).toEqual(['0', '1037'])
  })

  test('a callback that comes before the answer to its push', async () => {
    await line.behave({ ackDelayMs: 2000, actsAfterMs: 0, delayMs: 0 })
    const pushing = line.push(phone)
    const [told] = await line.callbacks(phone)
    const early = await Promise.race([pushing, 'no answer yet'])
    expect(early).toBe('no answer yet')
    expect(acceptedId(await pushing)).toBe(told?.checkoutRequestId)
  })

  test('a query that lies about money that came', async () => {
    await line.behave({ query: 'says1037' })
    const id = acceptedId(await line.push(phone))
    expect(await line.callbacks(phone)).toMatchObject([{ resultCode: '0' }])
    expect(await line.client.query(id)).toMatchObject({ kind: 'final', resultCode: '1037' })
  })

  test('is for one push, or for a phone until it is cleared', async () => {
    await line.behave({ resultCode: '17' })
    await line.behave({ phone: '254712345679', resultCode: '26' })
    await line.push('254712345678')
    await line.push('254712345679')
    await line.callbacks('254712345679')
    await line.push('254712345679')
    expect(await line.callbacks('254712345678')).toMatchObject([{ resultCode: '17' }])
    expect(await line.callbacks('254712345679', 2)).toMatchObject([
      { resultCode: '26' },
      { resultCode: '26' },
    ])
    await line.behave({ clear: true })
    const id = acceptedId(await line.push('254712345679'))
    expect(await line.client.query(id)).toEqual({ kind: 'pending' })
  })

  test('in words it knows', async () => {
    expect((await line.behave({ duplicates: 1000 })).status).toBe(400)
    expect((await line.behave({ phone: '0712345678' })).status).toBe(400)
    expect((await line.behave({ answer: 'smile' })).status).toBe(400)
  })
})
