import type { DarajaClient } from './daraja-client.ts'

/** Our line to M-Pesa. */
export type Gateway = Pick<DarajaClient, 'push' | 'query' | 'registerC2bUrls'> & {
  /** The address of ours, without path, that results are posted to. */
  callbackBase: string
  /** The simulator's phones; undefined when M-Pesa is real. */
  phonePanelUrl: string | undefined
}

/** The connection under its name among those of all providers. */
export type MpesaGateways = { mpesa: Gateway }
