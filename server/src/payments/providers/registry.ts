import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import type { AppDeps } from '../../deps.ts'
import type { MoneyAccount } from '../ledger/accounts.ts'
import { cashProvider } from './cash/cash-provider.ts'
import { mpesaProvider } from './mpesa/mpesa-provider.ts'
import type { Collection, Provider } from './provider.ts'

/** Every payment provider. A new one is a folder here, one line below, and its methods in the contract. */
export const providers: readonly Provider[] = [mpesaProvider, cashProvider]

/** The method that collects a payment when its payer chose none. */
export const DEFAULT_METHOD: MoneyMethod = mpesaProvider.collection.method

/** The provider of a payment. */
export function providerOf({ method }: { method: string }): Provider {
  const found = providers.find(({ methods }) => methods.some((known: MoneyMethod) => known === method))
  if (!found) throw new Error(`no provider has the method ${method}`)
  return found
}

/** The part that collects of the provider of a payment. */
export function collectionOf({ method }: { method: string }): Collection {
  const found = findCollection({ method })
  if (!found) throw new Error(`no provider collects payments by ${method}`)
  return found
}

/** The part that collected a payment; undefined when it came in without a request. */
export function findCollection({ method }: { method: string }): Collection | undefined {
  return collections.find((collection) => collection.method === method)
}

const collections = providers.flatMap(({ collection }) => collection ?? [])

/** The methods of payments that a provider collected on our request. */
export const COLLECTED_METHODS: readonly MoneyMethod[] = collections.map(({ method }) => method)

/** Registers our addresses with all providers that need it. */
export async function registerCallbacks(deps: Pick<AppDeps, 'gateways' | 'tokenSecret'>): Promise<void> {
  for (const provider of providers) await provider.registerCallbacks?.(deps)
}

/** The part that reads and compares pasted proofs of the provider of a proof. */
export function proofsOf(proof: { method: string }): NonNullable<Provider['proofs']> {
  const { proofs } = providerOf(proof)
  if (!proofs) throw new Error(`nobody pastes proofs of payments by ${proof.method}`)
  return proofs
}

/** The account of the ledger from which money with this payment code goes out; without a code it is cash. */
export function accountOfCode(code: string): MoneyAccount {
  return providers.find(({ isReference }) => isReference(code))?.account ?? cashProvider.account
}
