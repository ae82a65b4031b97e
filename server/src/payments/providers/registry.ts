import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import {
  COLLECTED_METHODS,
  type CollectedMethod,
  type MoneyMethod,
  type RefundWay,
} from '@twende/contract/payments/payment-choices.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../basic-deps.ts'
import type { MoneyAccount } from '../ledger/accounts.ts'
import { deskProviders } from './desk/desk-providers.ts'
import { isRealMoney, mpesaSettings, readMpesaConfig } from './mpesa/mpesa-config.ts'
import { mpesaProvider } from './mpesa/mpesa-provider.ts'
import {
  type MpesaGateways,
  openGateway,
  type SharedSimulator,
  startSharedSimulator,
} from './mpesa/open-gateway.ts'
import type { Collection, ProofVerification, Provider } from './provider.ts'

/** Every payment provider. A new one is a folder here, its lines in this file, and its methods in the contract. */
export const providers: readonly Provider<Gateways>[] = [mpesaProvider, ...deskProviders]

/** The connections to the providers' systems. */
export type Gateways = MpesaGateways

/** The settings of all providers in the environment. */
export const providerSettings = { ...mpesaSettings }

export type ProviderConfig = ReturnType<typeof readProviderConfig>

/** How the providers are reached, and what the rest of the program has to know of it. */
export function readProviderConfig(set: Parameters<typeof readMpesaConfig>[0], publicUrl: string) {
  const mpesa = readMpesaConfig(set, publicUrl)
  return {
    mpesa,
    /** Payments are simulated: no money moves. */
    isSimulated: mpesa.kind === 'simulator',
    movesRealMoney: isRealMoney(mpesa),
    /** Whom customers pay by hand: name, number, its kind, and what to enter as account. */
    receiver: mpesa.business,
    /** Addresses that are called, by the setting that names them. */
    addresses: mpesa.kind === 'simulator' ? [] : [{ setting: 'MPESA_BASE_URL', url: mpesa.baseUrl }],
  } as const
}

/** The method that collects a payment when its payer chose none. */
export const DEFAULT_METHOD: CollectedMethod = mpesaProvider.collection.method

export function providerOf({ method }: { method: string }): Provider<Gateways> {
  const found = providers.find(({ methods }) => methods.some((known: MoneyMethod) => known === method))
  if (!found) throw new Error(`no provider has the method ${method}`)
  return found
}

/** The part that collects of the provider of a payment. */
export function collectionOf({ method }: { method: string }): Collection<Gateways> {
  const found = findCollection({ method })
  if (!found) throw new Error(`no provider collects payments by ${method}`)
  return found
}

/** The part that collected a payment; undefined when it came in without a request. */
export function findCollection({ method }: { method: string }): Collection<Gateways> | undefined {
  return collections.find((collection) => collection.method === method)
}

const collections = providers.flatMap(({ collection }) => collection ?? [])

/** The methods of payments that are made by pasted proofs. */
export const PROOF_METHODS: readonly MoneyMethod[] = providers.flatMap(({ proofs }) => proofs?.method ?? [])

/** The methods of transactions that providers report without a request of ours. */
export const TRANSACTION_METHODS: readonly MoneyMethod[] = providers.flatMap(
  ({ transactionMethod }) => transactionMethod ?? [],
)

/** Money of these came from a number, to which it goes back. */
export const METHODS_OF_NUMBERS: readonly MoneyMethod[] = [
  ...COLLECTED_METHODS,
  ...PROOF_METHODS,
  ...TRANSACTION_METHODS,
]

export function refundWayOfMethod(method: string): RefundWay {
  return METHODS_OF_NUMBERS.some((each) => each === method) ? 'to_payer' : 'as_agreed'
}

/** Registers our addresses with all providers that need it. */
export async function registerCallbacks(deps: { gateways: Gateways; tokenSecret: string }): Promise<void> {
  for (const provider of providers) await provider.registerCallbacks?.(deps)
}

/** The part that reads and compares pasted proofs of the provider of a proof. */
export function proofsOf(proof: { method: string }): ProofVerification {
  const { proofs } = providerOf(proof)
  if (!proofs) throw new Error(`nobody pastes proofs of payments by ${proof.method}`)
  return proofs
}

/** The account of the ledger that has the money which the desk takes or gives in this way. */
export function accountOfDesk(paidBy: DeskMethod): MoneyAccount {
  return deskProviderOf(paidBy).account
}

/** The method of a payment that staff records as paid in this way. */
export function methodOfDesk(paidBy: DeskMethod): MoneyMethod {
  return deskProviderOf(paidBy).recordedMethod
}

function deskProviderOf(paidBy: DeskMethod) {
  for (const { account, recordedMethod } of providers)
    if (account === paidBy && recordedMethod) return { account, recordedMethod }
  throw new Error(`no provider takes money by ${paidBy}`)
}

/** What the program says at its start when payments are simulated. */
export const SIMULATED_NOTICE =
  'M-Pesa is simulated: no money moves. Set MPESA_CONSUMER_KEY and its siblings to take payments.'

/** What other processes of this machine need to use the simulators that one of them runs. */
export type SharedSimulators = SharedSimulator

type Given = {
  config: { port: number; payments: ProviderConfig }
  clock: Clock
  logger: Logger
  /** Simulators that run already; without them, they are started where no provider is configured. */
  simulators?: SharedSimulators | undefined
}

export async function openGateways({
  config,
  simulators,
  ...deps
}: Given): Promise<{ gateways: Gateways; close(): Promise<void> }> {
  const { port, payments } = config
  const { gateway, close } = await openGateway({
    ...deps,
    port,
    mpesa: payments.mpesa,
    simulator: simulators,
  })
  return { gateways: { mpesa: gateway }, close }
}

/** Starts the simulators that all processes of this machine share; undefined where every provider is configured. */
export function startSharedSimulators(
  { payments }: Pick<Given['config'], 'payments'>,
  logger: Logger,
): Promise<{ shared: SharedSimulators; close(): Promise<void> } | undefined> {
  return startSharedSimulator(payments.mpesa, logger)
}
