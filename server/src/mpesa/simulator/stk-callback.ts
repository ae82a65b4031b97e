import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import type { Prompt, PromptResult } from './prompt.ts'
import { callbackCode, resultDescription } from './result-codes.ts'
import type { World } from './world.ts'

/** The message Daraja posts about the result of a push. */
export function stkCallback({ ids }: World, prompt: Prompt, result: PromptResult): string {
  const { badJson, forgedId } = prompt.behaviour
  const body = JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: forgedId ? ids.request() : prompt.merchantRequestId,
        CheckoutRequestID: forgedId ? ids.checkout(prompt.phone) : prompt.checkoutRequestId,
        ResultCode: callbackCode(result.code),
        ResultDesc: resultDescription(result.code),
        ...(result.receipt === undefined
          ? {}
          : { CallbackMetadata: { Item: facts(prompt, result.receipt, result.at) } }),
      },
    },
  })
  return badJson ? body.slice(0, body.length / 2) : body
}

/** What a stranger would post who learnt a callback address and its ids. */
export function forgedCallback(world: World, prompt: Prompt): string {
  const result = { code: '0', receipt: world.ids.receipt(), at: world.clock.now() }
  return stkCallback(world, prompt, result)
}

function facts({ amount, phone, behaviour }: Prompt, receipt: string, at: Date) {
  const { wrongAmount, maskedPhone } = behaviour
  const wrong = wrongAmount === amount ? amount + 1 : wrongAmount
  return [
    { Name: 'Amount', Value: wrong ?? amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    // The real one names the balance and does not give it.
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(mpesaTimestamp(at)) },
    {
      Name: 'PhoneNumber',
      Value: maskedPhone ? `${phone.slice(0, 4)}*****${phone.slice(-3)}` : Number(phone),
    },
  ]
}
