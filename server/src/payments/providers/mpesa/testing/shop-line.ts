import type { Clock } from '../../../../basic-deps.ts'
import { createDarajaClient, type DarajaLogger, type PushRequest } from '../daraja-client.ts'
import { readStkCallback } from '../daraja-messages.ts'
import { type SimulatorOptions, startDarajaSimulator } from '../simulator/start-daraja-simulator.ts'
import { startCallbackListener } from './callback-listener.ts'

const QUICK = { callbackDelayMs: 5, actsAfterMs: 20 }

/** A simulator, our client, and a listener for callbacks, all on loopback. */
export async function openShopLine(
  options: SimulatorOptions & { type?: 'paybill' | 'till'; logger?: DarajaLogger } = {},
) {
  const simulator = await startDarajaSimulator({ ...QUICK, ...options })
  const listener = await startCallbackListener()
  const clock: Clock = options.clock ?? { now: () => new Date() }
  const client = createDarajaClient({
    ...simulator.credentials,
    baseUrl: simulator.baseUrl,
    type: options.type ?? 'paybill',
    clock,
    ...(options.logger ? { logger: options.logger } : {}),
  })
  const control = async (path: string, body: unknown) => {
    const response = await fetch(simulator.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    simulator,
    listener,
    client,
    push: (phone: string, changes: Partial<PushRequest> = {}) =>
      client.push({
        phone,
        amount: 4500,
        accountReference: 'BK4821',
        description: 'Car rental',
        callbackUrl: listener.url(`/called/${phone}`),
        ...changes,
      }),
    callbacks: async (phone: string, count = 1) =>
      (await listener.hears(`/called/${phone}`, count)).map((body) => readStkCallback(body)),
    behave: (behaviour: Record<string, unknown>) => control('/simulator/behaviour', behaviour),
    press: (checkoutRequestId: string, press: unknown) =>
      control(`/simulator/prompts/${checkoutRequestId}`, press),
    expireTokens: (worded?: string) =>
      control('/simulator/tokens', { expire: true, ...(worded ? { worded } : {}) }),
    close: async () => {
      await simulator.close()
      await listener.close()
    },
  }
}

export type ShopLine = Awaited<ReturnType<typeof openShopLine>>

/** The id of a push that must have been accepted. */
export function acceptedId(result: Awaited<ReturnType<ShopLine['push']>>): string {
  if (result.kind !== 'accepted') throw new Error(`push was ${result.kind}`)
  return result.checkoutRequestId
}
