import { createRequire } from 'node:module'
import type { DarajaSimulator } from '../simulator/start-daraja-simulator.ts'

/** A Daraja client that others wrote and published, pointed at the simulator. */

const require = createRequire(import.meta.url)

type Fields = Record<string, unknown>
/** `adams-mpesa-sdk`, as far as it is used here. */
export type AdamsSdk = {
  httpClient: { defaults: { baseURL: string } }
  stkPush(order: Fields): Promise<Fields>
  stkQuery(question: Fields): Promise<Fields>
  c2bRegister(urls: Fields): Promise<Fields>
  c2bSimulate(payment: Fields): Promise<Fields>
  transactionStatus(question: Fields): Promise<Fields>
  getAccessToken(): Promise<string>
}
// Its ES module build does not load, so this is its CommonJS build.
const { Mpesa: AdamsClient }: { Mpesa: new (config: Fields) => AdamsSdk } = require('adams-mpesa-sdk')

export function openAdamsSdk(simulator: DarajaSimulator, securityCredential: string): AdamsSdk {
  const { consumerKey, consumerSecret, shortcode, passkey, initiatorName } = simulator.credentials
  const client = new AdamsClient({
    consumerKey,
    consumerSecret,
    shortcode,
    passkey,
    initiatorName,
    securityCredential,
    environment: 'sandbox',
    maxRetries: 1,
  })
  client.httpClient.defaults.baseURL = simulator.baseUrl
  return client
}
