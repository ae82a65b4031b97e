import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { cashProvider } from './cash/cash-provider.ts'
import { mpesaProvider } from './mpesa/mpesa-provider.ts'
import type { Provider } from './provider.ts'

/** Every payment provider. A new one is a folder here, one line below, and its methods in the contract. */
const providers: readonly Provider[] = [mpesaProvider, cashProvider]

/** The provider of a payment. */
export function providerOf({ method }: { method: string }): Provider {
  const found = providers.find(({ methods }) => methods.some((known: MoneyMethod) => known === method))
  if (!found) throw new Error(`no provider has the method ${method}`)
  return found
}

/** The part that collects of the provider of a payment. */
export function collectionOf(payment: { method: string }): NonNullable<Provider['collection']> {
  const { collection } = providerOf(payment)
  if (!collection) throw new Error(`nobody is asked for payments by ${payment.method}`)
  return collection
}
