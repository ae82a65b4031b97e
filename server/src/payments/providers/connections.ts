import type { Logger } from 'pino'
import type { Clock } from '../../basic-deps.ts'
import type { Gateway } from './mpesa/gateway.ts'
import { isRealMoney, mpesaSettings, readMpesaConfig } from './mpesa/mpesa-config.ts'
import { openGateway, type SharedSimulator, startSharedSimulator } from './mpesa/open-gateway.ts'

/** The settings of all providers in the environment. */
export const providerSettings = mpesaSettings

type Settings = Parameters<typeof readMpesaConfig>[0]
export type ProviderConfig = ReturnType<typeof readProviderConfig>

/** How the providers are reached, and what the rest of the program has to know of it. */
export function readProviderConfig(set: Settings, publicUrl: string) {
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

/** What the program says at its start when payments are simulated. */
export const SIMULATED_NOTICE =
  'M-Pesa is simulated: no money moves. Set MPESA_CONSUMER_KEY and its siblings to take payments.'

/** The connections to the providers' systems. */
export type Gateways = { mpesa: Gateway }

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
