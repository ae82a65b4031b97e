import { type Answer, badRequest, json, spikeArrest, webPage503 } from './answer.ts'
import type { Prompt } from './prompt.ts'
import type { Prompts } from './prompts.ts'
import { type Fields, firstBadField, hasLength, isShortcode } from './request-fields.ts'
import { resultDescription } from './result-codes.ts'
import { objectToMerchant } from './stk-push.ts'
import type { World } from './world.ts'

const rules = [
  { field: 'BusinessShortCode', accepts: isShortcode },
  { field: 'Timestamp', accepts: hasLength(14, 14) },
  { field: 'Password', accepts: hasLength(1, 1000) },
  { field: 'CheckoutRequestID', accepts: hasLength(1, 100) },
]

/** Tells how a push ended, or, in one of several dresses, that it has not. */
export function answerStkQuery(world: World, prompts: Prompts, fields: Fields): Answer {
  const { ids } = world
  const bad = firstBadField(fields, rules)
  if (bad !== undefined) return badRequest(ids, bad)
  const stranger = objectToMerchant(world, fields)
  if (stranger) return stranger
  const prompt = prompts.find(fields.get('CheckoutRequestID') ?? '')
  if (!prompt) return badRequest(ids, 'CheckoutRequestID')
  const { query } = prompt.behaviour
  if (query === 'spikeArrest') return spikeArrest()
  if (query === 'html503') return webPage503()
  if (query === 'dropped') return 'dropped'
  const code = query === 'says1037' ? '1037' : prompt.result?.code
  return code === undefined ? pending(world, prompt) : result(prompt, code)
}

function pending({ ids }: World, prompt: Prompt): Answer {
  const style = prompt.behaviour.pendingStyle ?? '4999'
  if (style === '4999') return result(prompt, '4999')
  if (style === 'invalidId') return badRequest(ids, 'CheckoutRequestID')
  const message =
    style === 'beingProcessed' ? 'The transaction is being processed' : 'The transaction does not Exist'
  return json(500, { requestId: prompt.checkoutRequestId, errorCode: '500.001.1001', errorMessage: message })
}

/** Here codes are text, while callbacks give them as numbers. */
function result(prompt: Prompt, code: string): Answer {
  return json(200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: code,
    ResultDesc: resultDescription(code),
  })
}
