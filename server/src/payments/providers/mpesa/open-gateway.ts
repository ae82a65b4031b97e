import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../../basic-deps.ts'
import { createDarajaClient, type DarajaClient } from './daraja-client.ts'
import type { MpesaConfig } from './mpesa-config.ts'
import { type DarajaSimulator, startDarajaSimulator } from './simulator/start-daraja-simulator.ts'

const SIMULATED_PULL_NUMBER = '254700000000'

/** What other processes need to use a simulator that one of them runs. */
export type SharedSimulator = Pick<DarajaSimulator, 'baseUrl' | 'credentials'>

type Given = {
  mpesa: MpesaConfig
  /** The port of this server, where a simulator reports to. */
  port: number
  clock: Clock
  logger: Logger
  /** A simulator that runs already, as when several processes share one. */
  simulator?: SharedSimulator | undefined
}

/** Connects to M-Pesa; where it is not configured, to a simulator, which is started unless one is given. */
export async function openGateway(given: Given): Promise<{ gateway: Gateway; close(): Promise<void> }> {
  const { mpesa, port, clock, logger } = given
  if (mpesa.kind === 'daraja') {
    const client = createDarajaClient({ ...mpesa, clock, logger })
    const { callbackUrl: callbackBase, pullNumber } = mpesa
    const gateway = { ...client, callbackBase, phonePanelUrl: undefined, pullNumber }
    return { gateway, close: async () => {} }
  }
  const own = given.simulator
    ? undefined
    : await startDarajaSimulator({ clock, logger, business: mpesa.business.name })
  const simulator = given.simulator ?? own
  if (!simulator) throw new Error('a simulator was either given or started')
  const client = createDarajaClient({
    ...simulator.credentials,
    baseUrl: simulator.baseUrl,
    type: 'paybill',
    clock,
    logger,
  })
  return {
    gateway: {
      ...client,
      callbackBase: `http://127.0.0.1:${port}`,
      phonePanelUrl: simulator.baseUrl,
      pullNumber: SIMULATED_PULL_NUMBER,
    },
    close: async () => own?.close(),
  }
}

/** Starts the simulator that all processes of this machine share; undefined where M-Pesa is configured. */
export async function startSharedSimulator(
  mpesa: MpesaConfig,
  logger: Logger,
): Promise<{ shared: SharedSimulator; close(): Promise<void> } | undefined> {
  if (mpesa.kind === 'daraja') return undefined
  const simulator = await startDarajaSimulator({
    clock: systemClock,
    logger,
    business: mpesa.business.name,
  })
  const { baseUrl, credentials } = simulator
  return { shared: { baseUrl, credentials }, close: () => simulator.close() }
}

/** Our line to M-Pesa. */
export type Gateway = Pick<DarajaClient, 'push' | 'query' | 'registerC2bUrls' | 'registerPull' | 'pull'> & {
  /** The address of ours, without path, that results are posted to. */
  callbackBase: string
  /** The simulator's phones; undefined when M-Pesa is real. */
  phonePanelUrl: string | undefined
  /** The phone that Safaricom knows for Pull Transactions; undefined where it has not enabled them for the business. */
  pullNumber: string | undefined
}

/** The connection under its name among those of all providers. */
export type MpesaGateways = { mpesa: Gateway }
