import type { Logger } from 'pino'
import { type Clock, systemClock } from '../basic-deps.ts'
import type { Config } from '../config/config.ts'
import { createDarajaClient } from '../payments/providers/mpesa/daraja-client.ts'
import type { Gateway } from '../payments/providers/mpesa/gateway.ts'
import type { DarajaSimulator } from '../payments/providers/mpesa/simulator/start-daraja-simulator.ts'
import { startDarajaSimulator } from '../payments/providers/mpesa/simulator/start-daraja-simulator.ts'

/** What other processes need to use a simulator that one of them runs. */
export type SharedSimulator = Pick<DarajaSimulator, 'baseUrl' | 'credentials'>

type Given = {
  config: Config
  clock: Clock
  logger: Logger
  /** A simulator that runs already, as when several processes share one. */
  simulator?: SharedSimulator | undefined
}

/** Opens the line to M-Pesa; where none is configured, to a simulator, which is started unless one is given. */
export async function openGateway(given: Given): Promise<{ gateway: Gateway; close(): Promise<void> }> {
  const { config, clock, logger } = given
  if (config.mpesa.kind === 'daraja') {
    const client = createDarajaClient({ ...config.mpesa, clock, logger })
    const gateway = { ...client, callbackBase: config.mpesa.callbackUrl, phonePanelUrl: undefined }
    return { gateway, close: async () => {} }
  }
  const own = given.simulator
    ? undefined
    : await startDarajaSimulator({ clock, logger, business: config.mpesa.business.name })
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
    gateway: { ...client, callbackBase: `http://127.0.0.1:${config.port}`, phonePanelUrl: simulator.baseUrl },
    close: async () => own?.close(),
  }
}

/** Starts the simulator that all processes of this machine share; undefined where M-Pesa is configured. */
export async function openSharedSimulator(
  config: Config,
  logger: Logger,
): Promise<{ shared: SharedSimulator; close(): Promise<void> } | undefined> {
  if (config.mpesa.kind === 'daraja') return undefined
  const simulator = await startDarajaSimulator({
    clock: systemClock,
    logger,
    business: config.mpesa.business.name,
  })
  const { baseUrl, credentials } = simulator
  return { shared: { baseUrl, credentials }, close: () => simulator.close() }
}
