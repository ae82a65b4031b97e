import { type Answer, json } from './answer.ts'
import { type Fields, hasLength, isWebAddress } from './request-fields.ts'
import { callbackCode, resultDescription } from './result-codes.ts'
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
