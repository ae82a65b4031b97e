import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DarajaSimulator } from '../simulator/start-daraja-simulator.ts'

/** Daraja clients that others wrote and published, pointed at the simulator. */

const require = createRequire(import.meta.url)

type Answered = Promise<{ status: number; data: Record<string, string> }>
/** Safaricom's own `mpesa-node`, as far as it is used here. */
export type MpesaNode = {
  baseURL: string
  oAuth(): Answered
  lipaNaMpesaOnline(
    phone: number,
    amount: number,
    callbackUrl: string,
    reference: string,
    description?: string,
  ): Answered
  lipaNaMpesaQuery(checkoutRequestId: string): Answered
  c2bRegister(confirmationUrl: string, validationUrl: string): Answered
  c2bSimulate(phone: number, amount: number, reference: string): Answered
  transactionStatus(
    receipt: string,
    shortcode: number,
    idType: number,
    queueUrl: string,
    resultUrl: string,
  ): Answered
  reversal(receipt: string, amount: number, queueUrl: string, resultUrl: string): Answered
}
const MpesaNodeClient: new (config: Record<string, unknown>) => MpesaNode = require('mpesa-node')

export async function openMpesaNode(simulator: DarajaSimulator) {
  const { credentials, baseUrl, initiatorPublicKey } = simulator
  const folder = await mkdtemp(join(tmpdir(), 'twende-mpesa-'))
  const certPath = join(folder, 'key.pem')
  await writeFile(certPath, await initiatorPublicKey())
  const client = new MpesaNodeClient({
    consumerKey: credentials.consumerKey,
    consumerSecret: credentials.consumerSecret,
    environment: 'sandbox',
    shortCode: credentials.shortcode,
    lipaNaMpesaShortCode: Number(credentials.shortcode),
    lipaNaMpesaShortPass: credentials.passkey,
    initiatorName: credentials.initiatorName,
    securityCredential: credentials.initiatorPassword,
    certPath,
  })
  client.baseURL = baseUrl
  return { client, close: () => rm(folder, { recursive: true }) }
}

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
