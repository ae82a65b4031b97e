import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import type { Transaction } from './ledger.ts'
import { callbackCode, resultDescription } from './result-codes.ts'
import {
  type Answer,
  badRequest,
  type Fields,
  firstBadField,
  hasLength,
  isShortcode,
  isWebAddress,
  isWholeAmount,
  json,
} from './simulator-http.ts'
import type { World } from './world.ts'

/** What every request of an initiator must carry. */
export const initiatorRules = [
  { field: 'Initiator', accepts: hasLength(1, 100) },
  { field: 'SecurityCredential', accepts: hasLength(1, 1000) },
  { field: 'ResultURL', accepts: isWebAddress },
  { field: 'QueueTimeOutURL', accepts: isWebAddress },
  { field: 'Remarks', accepts: hasLength(2, 100) },
  { field: 'Occasion', accepts: hasLength(0, 100) },
]

const reversalRules = [
  { field: 'CommandID', accepts: (text: string) => text === 'TransactionReversal' },
  { field: 'TransactionID', accepts: hasLength(1, 20) },
  { field: 'Amount', accepts: isWholeAmount },
  { field: 'ReceiverParty', accepts: isShortcode },
  // Daraja's spelling.
  { field: 'RecieverIdentifierType', accepts: (text: string) => text === '11' },
  ...initiatorRules,
]

export type Parameter = { Key: string; Value?: string | number }
export type InitiatorResult = { code: string; transactionId?: string; parameters?: Parameter[] }

/** Acknowledges at once and posts the result to the request's own address later. */
export function acknowledge(
  world: World,
  fields: Fields,
  work: { reference: Parameter; run: () => InitiatorResult },
): Answer {
  const { ids, timers, settings, delivery } = world
  const originatorId = ids.request()
  const conversationId = ids.conversation()
  const url = fields.get('ResultURL') ?? ''
  timers.later(settings.callbackDelayMs, () => {
    void resultOf(world, fields, work.run).then(({ code, transactionId, parameters }) =>
      delivery.post(
        url,
        JSON.stringify({
          Result: {
            ResultType: 0,
            ResultCode: callbackCode(code),
            ResultDesc: resultDescription(code),
            OriginatorConversationID: originatorId,
            ConversationID: conversationId,
            TransactionID: transactionId ?? ids.receiptOfNothing(),
            ...(parameters ? { ResultParameters: { ResultParameter: parameters } } : {}),
            // One item comes alone and not in a list.
            ReferenceData: { ReferenceItem: work.reference },
          },
        }),
      ),
    )
  })
  return json(200, {
    OriginatorConversationID: originatorId,
    ConversationID: conversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })
}

async function resultOf(world: World, fields: Fields, run: () => InitiatorResult): Promise<InitiatorResult> {
  const { initiatorName, initiatorPassword } = world.credentials
  const password = await world.initiatorKey.read(fields.get('SecurityCredential') ?? '')
  const known = fields.get('Initiator') === initiatorName && password === initiatorPassword
  return known ? run() : { code: '2001' }
}

/** Gives a payment back to who made it. */
export function answerReversal(world: World, fields: Fields): Answer {
  const bad = firstBadField(fields, reversalRules)
  if (bad !== undefined) return badRequest(world.ids, bad)
  return acknowledge(world, fields, {
    reference: {
      Key: 'QueueTimeoutURL',
      Value: 'https://internalsandbox.safaricom.co.ke/mpesa/reversalresults/v1/submit',
    },
    run: () => reverse(world, fields),
  })
}

function reverse(world: World, fields: Fields): InitiatorResult {
  const { ids, ledger, clock } = world
  const paid = ledger.find(fields.get('TransactionID') ?? '')
  if (!paid || paid.kind === 'Reversal' || paid.amount !== Number(fields.get('Amount')))
    return { code: 'R000002' }
  if (paid.reversedBy !== undefined) return { code: 'R000001' }
  const reversal: Transaction = {
    ...paid,
    receipt: ids.receipt(),
    kind: 'Reversal',
    at: clock.now(),
    originatorId: ids.request(),
    conversationId: ids.conversation(),
  }
  paid.reversedBy = reversal.receipt
  ledger.record(reversal)
  return { code: '0', transactionId: reversal.receipt, parameters: facts(world, paid, reversal) }
}

function facts({ ledger, credentials, settings }: World, paid: Transaction, reversal: Transaction) {
  const balance = ledger.balance().toFixed(2)
  return [
    { Key: 'DebitAccountBalance', Value: `Utility Account|KES|${balance}|${balance}|0.00|0.00` },
    { Key: 'Amount', Value: paid.amount },
    { Key: 'TransCompletedTime', Value: Number(mpesaTimestamp(reversal.at)) },
    { Key: 'OriginalTransactionID', Value: paid.receipt },
    { Key: 'Charge', Value: 0 },
    { Key: 'CreditPartyPublicName', Value: `${paid.phone} - CUSTOMER` },
    { Key: 'DebitPartyPublicName', Value: `${credentials.shortcode} - ${settings.business}` },
  ]
}
