import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import { acknowledge, type InitiatorResult, initiatorRules } from './initiator-requests.ts'
import type { Transaction } from './ledger.ts'
import { type Answer, badRequest, type Fields, firstBadField, isShortcode } from './simulator-http.ts'
import type { World } from './world.ts'

const rules = [
  { field: 'CommandID', accepts: (text: string) => text === 'TransactionStatusQuery' },
  { field: 'PartyA', accepts: isShortcode },
  { field: 'IdentifierType', accepts: (text: string) => /^[124]$/.test(text) },
  ...initiatorRules,
]

/** Tells what became of a receipt, or of a request by its originator id. */
export function answerTransactionStatus(world: World, fields: Fields): Answer {
  const bad = firstBadField(fields, rules)
  if (bad !== undefined) return badRequest(world.ids, bad)
  const receipt = fields.get('TransactionID') ?? ''
  const originatorId = fields.get('OriginatorConversationID') ?? ''
  if (receipt === '' && originatorId === '') return badRequest(world.ids, 'TransactionID')
  return acknowledge(world, fields, {
    reference: { Key: 'Occasion' },
    run: () => {
      const found = receipt === '' ? world.ledger.findByOriginator(originatorId) : world.ledger.find(receipt)
      return found ? describe(world, found) : { code: '2032' }
    },
  })
}

function describe({ credentials, settings, ids }: World, transaction: Transaction): InitiatorResult {
  const at = mpesaTimestamp(transaction.at)
  const business = `${credentials.shortcode} - ${settings.business}`
  const [debited, credited] =
    transaction.kind === 'Reversal' ? [business, transaction.phone] : [transaction.phone, business]
  return {
    code: '0',
    transactionId: ids.receiptOfNothing(),
    parameters: [
      { Key: 'DebitPartyName', Value: debited },
      { Key: 'CreditPartyName', Value: credited },
      { Key: 'OriginatorConversationID', Value: transaction.originatorId },
      { Key: 'InitiatedTime', Value: at },
      { Key: 'DebitAccountType', Value: 'MMF Account For Customer' },
      { Key: 'DebitPartyCharges', Value: '' },
      { Key: 'TransactionReason' },
      { Key: 'ReasonType', Value: transaction.kind },
      { Key: 'TransactionStatus', Value: transaction.reversedBy === undefined ? 'Completed' : 'Reversed' },
      { Key: 'FinalisedTime', Value: at },
      { Key: 'Amount', Value: String(transaction.amount) },
      { Key: 'ConversationID', Value: transaction.conversationId },
      { Key: 'ReceiptNo', Value: transaction.receipt },
    ],
  }
}
