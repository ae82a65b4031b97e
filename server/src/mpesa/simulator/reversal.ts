import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import { type Answer, badRequest } from './answer.ts'
import { acknowledge, type InitiatorResult, initiatorRules } from './initiator-requests.ts'
import type { Transaction } from './ledger.ts'
import { type Fields, firstBadField, hasLength, isShortcode, isWholeAmount } from './request-fields.ts'
import type { World } from './world.ts'

const rules = [
  { field: 'CommandID', accepts: (text: string) => text === 'TransactionReversal' },
  { field: 'TransactionID', accepts: hasLength(1, 20) },
  { field: 'Amount', accepts: isWholeAmount },
  { field: 'ReceiverParty', accepts: isShortcode },
  // Daraja's spelling.
  { field: 'RecieverIdentifierType', accepts: (text: string) => text === '11' },
  ...initiatorRules,
]

/** Gives a payment back to who made it. */
export function answerReversal(world: World, fields: Fields): Answer {
  const bad = firstBadField(fields, rules)
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
