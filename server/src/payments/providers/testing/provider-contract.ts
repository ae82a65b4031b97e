import { isPaymentCode } from '@twende/contract/payments/payment-choices.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentRow } from '../../payment-store.ts'
import type { Provider, ProviderDeps, WebhookMessage } from '../provider.ts'

/** What the contract needs to try a provider; each provider's test makes one. */
export type ProviderLine<Gateways> = {
  deps: ProviderDeps<Gateways>
  /** Starts a collection that its payer then pays or declines, and answers its payment once the provider knows. */
  collect(payer: 'pays' | 'declines'): Promise<PaymentRow>
  /** A payment of which the provider was not asked for anything yet. */
  notStarted(): Promise<PaymentRow>
  /** What the provider posts to the webhook of a payment. */
  webhook(payment: PaymentRow, says: 'paid' | 'declined' | 'about_another'): Promise<string>
  /** A body as it arrives at the webhook, from the provider or from somebody who does not know its secrets. */
  posted(payment: PaymentRow, body: string, by: 'provider' | 'somebody_else'): WebhookMessage
  close(): Promise<void>
}

/** What every provider that collects must hold. */
export function providerContract<Gateways>(
  name: string,
  provider: Provider<Gateways>,
  open: () => Promise<ProviderLine<Gateways>>,
): void {
  describe(`the provider ${name}`, () => {
    let line: ProviderLine<Gateways>
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
      expect(isPaymentCode(first.result.receipt ?? '')).toBe(true)
      expect(await collection.readWebhook(line.deps, payment, body)).toEqual(first)
    })

    test('finds the payment that its own message at the webhook is about', async () => {
      const payment = await line.collect('pays')
      const body = await line.webhook(payment, 'paid')
      const message = line.posted(payment, body, 'provider')
      expect(await collection.findPaymentId(line.deps, message)).toBe(payment.id)
    })

    test('finds no payment for a message of somebody else', async () => {
      const payment = await line.collect('pays')
      const body = await line.webhook(payment, 'paid')
      const message = line.posted(payment, body, 'somebody_else')
      expect(await collection.findPaymentId(line.deps, message)).toBeUndefined()
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
