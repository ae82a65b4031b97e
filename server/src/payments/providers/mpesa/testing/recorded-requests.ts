import { constants, publicEncrypt } from 'node:crypto'
import type { DarajaSimulator } from '../simulator/start-daraja-simulator.ts'

/**
 * The requests of Safaricom's own client for Node, `mpesa-node` 0.1.3, field by field as it sends them. The package itself
 * is abandoned.
 */

type Answer = { status: number; data: Record<string, string> }
type Fields = Record<string, unknown>

export type RecordedClient = Awaited<ReturnType<typeof openRecordedClient>>

/** A refusal, with its answer. */
class Refused extends Error {
  readonly response: Answer
  constructor(response: Answer) {
    super(`Request failed with status code ${response.status}`)
    this.response = response
  }
}

export async function openRecordedClient(simulator: DarajaSimulator) {
  const { oAuth, post } = openLine(simulator)
  const { shortcode } = simulator.credentials
  const { signed, asked } = await openSignatures(simulator)
  return {
    oAuth,
    lipaNaMpesaOnline: (
      phone: number,
      amount: number,
      callbackUrl: string,
      reference: string,
      description: string,
    ) =>
      post('/mpesa/stkpush/v1/processrequest', {
        ...signed(),
        TransactionType: 'CustomerPayBillOnline',
        Amount: amount,
        PartyA: phone,
        PartyB: Number(shortcode),
        PhoneNumber: phone,
        CallBackURL: callbackUrl,
        AccountReference: reference,
        TransactionDesc: description,
      }),
    lipaNaMpesaQuery: (checkoutRequestId: string) =>
      post('/mpesa/stkpushquery/v1/query', { ...signed(), CheckoutRequestID: checkoutRequestId }),
    ...c2bRequests(post, shortcode),
    transactionStatus: (receipt: string, queueUrl: string, resultUrl: string) =>
      post('/mpesa/transactionstatus/v1/query', {
        ...asked('TransactionStatusQuery'),
        TransactionID: receipt,
        PartyA: Number(shortcode),
        IdentifierType: 4,
        ResultURL: resultUrl,
        QueueTimeOutURL: queueUrl,
        Remarks: 'TransactionReversal',
        Occasion: 'TransactionReversal',
      }),
    reversal: (receipt: string, amount: number, queueUrl: string, resultUrl: string) =>
      post('/mpesa/reversal/v1/request', {
        ...asked('TransactionReversal'),
        TransactionID: receipt,
        Amount: amount,
        ReceiverParty: shortcode,
        // Safaricom spells the field like this.
        RecieverIdentifierType: '11',
        ResultURL: resultUrl,
        QueueTimeOutURL: queueUrl,
        Remarks: 'Reversal',
        Occasion: 'Reversal',
      }),
  }
}

type Post = ReturnType<typeof openLine>['post']

function c2bRequests(post: Post, shortcode: string) {
  return {
    c2bRegister: (confirmationUrl: string, validationUrl: string) =>
      post('/mpesa/c2b/v1/registerurl', {
        ShortCode: shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmationUrl,
        ValidationURL: validationUrl,
      }),
    c2bSimulate: (phone: number, amount: number, reference: string) =>
      post('/mpesa/c2b/v1/simulate', {
        ShortCode: shortcode,
        CommandID: 'CustomerPayBillOnline',
        Amount: amount,
        Msisdn: phone,
        BillRefNumber: reference,
      }),
  }
}

function openLine({ credentials: { consumerKey, consumerSecret }, baseUrl }: DarajaSimulator) {
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = {
      accept: 'application/json, text/plain, */*',
      'user-agent': 'axios/0.18.1',
      ...init.headers,
    }
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
    const answer = { status: response.status, data: await response.json() }
    if (response.status < 200 || response.status >= 300) throw new Refused(answer)
    return answer
  }
  const key = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
  const oAuth = () =>
    send('/oauth/v1/generate?grant_type=client_credentials', {
      headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    })
  return {
    oAuth,
    /** Each request gets a token of its own. */
    async post(path: string, fields: Fields): Promise<Answer> {
      const { data } = await oAuth()
      const headers = { authorization: `Bearer ${data.access_token}`, 'content-type': 'application/json' }
      return send(path, { method: 'POST', headers, body: JSON.stringify(fields) })
    },
  }
}

async function openSignatures({ credentials, initiatorPublicKey }: DarajaSimulator) {
  const { shortcode, passkey, initiatorName, initiatorPassword } = credentials
  const key = await initiatorPublicKey()
  return {
    /** The time is that of Greenwich, not of Nairobi. */
    signed() {
      const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, -3)
      const password = Buffer.from(`${shortcode}${passkey}${timestamp}`).toString('base64')
      return { BusinessShortCode: Number(shortcode), Password: password, Timestamp: timestamp }
    },
    asked(commandId: string) {
      const sealed = publicEncrypt(
        { key, padding: constants.RSA_PKCS1_PADDING },
        Buffer.from(initiatorPassword),
      )
      return { Initiator: initiatorName, SecurityCredential: sealed.toString('base64'), CommandID: commandId }
    },
  }
}
