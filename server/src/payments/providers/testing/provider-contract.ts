import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentRow } from '../../payment-store.ts'
import type { Provider, ProviderDeps } from '../provider.ts'

/** What the contract needs to try a provider; each provider's test makes one. */
export type ProviderLine = {
  deps: ProviderDeps
  /** Starts a collection that its payer then pays or declines, and answers its payment once the provider knows. */
  collect(payer: 'pays' | 'declines'): Promise<PaymentRow>
  /** A payment of which the provider was not asked for anything yet. */
  notStarted(): Promise<PaymentRow>
  /** What the provider posts to the webhook of a payment. */
  webhook(payment: PaymentRow, says: 'paid' | 'declined' | 'about_another'): Promise<string>
  close(): Promise<void>
}

/** What every provider that collects must hold. */
export function providerContract(name: string, provider: Provider, open: () => Promise<ProviderLine>): void {
  describe(`the provider ${name}`, () => {
    let line: ProviderLine
    const { collection } = provider
    if (!collection) throw new Error(`${name} collects nothing`)

    beforeAll(async () => {
      line = await open()
    })
    afterAll(() => line.close())

    test('says by a poll that a collection was paid', async () => {
      const payment = await line.collect('pays')
      expect(await collection.poll(line.deps, payment)).toMatchObject({
        kind: 'final',
        result: { kind: 'paid' },
      })
    })

    test('says by a poll that a collection was declined, and why', async () => {
      const payment = await line.collect('declines')
      expect(await collection.poll(line.deps, payment)).toMatchObject({
        kind: 'final',
        result: { kind: 'not_paid', failure: 'cancelled' },
      })
    })

    test('says nothing by a poll of what was never started', async () => {
      expect(await collection.poll(line.deps, await line.notStarted())).toBeUndefined()
    })

    test('reads "paid" from its webhook with reference and amount, the same however often', async () => {
      const payment = await line.collect('pays')
      const body = await line.webhook(payment, 'paid')
      const first = await collection.readWebhook(line.deps, payment, body)
      expect(first).toMatchObject({ kind: 'paid', result: { amountReceived: payment.amount } })
      if (first.kind !== 'paid') throw new Error('just compared')
      expect(provider.isReference(first.result.receipt ?? '')).toBe(true)
      expect(await collection.readWebhook(line.deps, payment, body)).toEqual(first)
    })

    test('reads "not paid" from its webhook', async () => {
      const payment = await line.collect('declines')
      const reading = await collection.readWebhook(
        line.deps,
        payment,
        await line.webhook(payment, 'declined'),
      )
      expect(reading).toMatchObject({ kind: 'not_paid', result: { kind: 'not_paid', failure: 'cancelled' } })
    })

    test.each(['', '{}', '[]', 'null', 'no JSON', '{"paid":true}'])('makes nothing of %j', async (body) => {
      const payment = await line.collect('pays')
      expect(await collection.readWebhook(line.deps, payment, body)).toEqual({ kind: 'unreadable' })
    })

    test('believes no message about another collection', async () => {
      const payment = await line.collect('pays')
      const body = await line.webhook(payment, 'about_another')
      expect(await collection.readWebhook(line.deps, payment, body)).toEqual({ kind: 'other_collection' })
    })
  })
}
