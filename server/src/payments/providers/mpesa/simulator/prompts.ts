import { mpesaTimestamp } from '../mpesa-timestamp.ts'
import type { Behaviour } from './behaviour.ts'
import type { Transaction } from './ledger.ts'
import { callbackCode, resultDescription } from './result-codes.ts'
import type { World } from './world.ts'

const REMEMBERED = 20_000
const MOST_IN_ONE_PAYMENT = 250_000

export type Prompts = ReturnType<typeof createPrompts>

/** The phones, and what happens on them. `onPaid` hears of money, as the C2B door must. */
export function createPrompts(world: World, onPaid: (transaction: Transaction) => void) {
  const { clock, ids, timers, settings, ledger } = world
  const byId = new Map<string, Prompt>()
  const openByPhone = new Map<string, Prompt>()

  function open(order: PushOrder, behaviour: Behaviour): Prompt {
    const checkoutRequestId = ids.checkout(order.phone)
    const prompt: Prompt = { ...order, merchantRequestId: ids.request(), checkoutRequestId, behaviour }
    byId.set(checkoutRequestId, prompt)
    openByPhone.set(order.phone, prompt)
    forgetOldest(byId)
    timers.later(settings.promptSeconds * 1000, () => void finish(prompt, '1037'))
    if (behaviour.forged) tell(prompt, [forgedCallback(world, prompt)])
    const { resultCode, actsAfterMs = settings.actsAfterMs } = behaviour
    if (resultCode !== undefined) timers.later(actsAfterMs, () => void finish(prompt, resultCode))
    return prompt
  }

  /** Gives an open prompt its result; false when it had one. */
  function finish(prompt: Prompt, wanted: string): boolean {
    if (prompt.result) return false
    openByPhone.delete(prompt.phone)
    const code = wanted === '0' ? codeOfPayment(prompt) : wanted
    const message = settle(prompt, code)
    const { lateSuccessMs, outOfOrder } = prompt.behaviour
    const paidLate = code !== '0' && lateSuccessMs !== undefined
    if (!paidLate || !outOfOrder) tell(prompt, [message])
    if (paidLate) {
      timers.later(lateSuccessMs, () => {
        const success = settle(prompt, '0')
        tell(prompt, outOfOrder ? [success, message] : [success])
      })
    }
    return true
  }

  /** Writes the result down and returns the message about it. */
  function settle(prompt: Prompt, code: string): string {
    prompt.result = { code, at: clock.now() }
    if (code === '0') {
      const transaction = moveMoney(world, prompt)
      prompt.result.receipt = transaction.receipt
      onPaid(transaction)
    }
    return stkCallback(world, prompt, prompt.result)
  }

  function codeOfPayment({ phone, amount }: Prompt): string {
    if (amount > MOST_IN_ONE_PAYMENT) return '3'
    return settings.limitsRepeats && ledger.paidLately(phone, amount, clock.now()) ? '17' : '0'
  }

  function tell(prompt: Prompt, messages: string[]) {
    const { never, duplicates = 1, delayMs = settings.callbackDelayMs } = prompt.behaviour
    if (never) return
    for (let copy = 0; copy < duplicates; copy += 1) {
      timers.later(delayMs, () => void world.delivery.postInOrder(prompt.callbackUrl, messages))
    }
  }

  return {
    open,
    find: (checkoutRequestId: string) => byId.get(checkoutRequestId),
    isPhoneBusy: (phone: string) => openByPhone.has(phone),
    enterPin: (prompt: Prompt, pin: string) =>
      finish(prompt, pin === settings.pin ? (prompt.behaviour.resultCode ?? '0') : '2001'),
    cancel: (prompt: Prompt) => finish(prompt, '1032'),
  }
}

function moveMoney({ ids, clock, ledger, credentials }: World, order: Prompt): Transaction {
  const transaction = {
    receipt: ids.receipt(),
    kind: order.kind,
    phone: order.phone,
    shortcode: credentials.shortcode,
    amount: amountPaid(order),
    reference: order.kind === 'Pay Bill' ? order.accountReference : '',
    at: clock.now(),
    originatorId: ids.request(),
    conversationId: ids.conversation(),
  }
  ledger.record(transaction)
  return transaction
}

function amountPaid({ amount, behaviour }: Prompt): number {
  return behaviour.paysAmount ?? amount
}

function forgetOldest(byId: Map<string, Prompt>) {
  const oldest = byId.size > REMEMBERED ? byId.keys().next() : undefined
  if (oldest && !oldest.done) byId.delete(oldest.value)
}

/** The message Daraja posts about the result of a push. */
function stkCallback({ ids }: World, prompt: Prompt, result: PromptResult): string {
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
function forgedCallback(world: World, prompt: Prompt): string {
  const result = { code: '0', receipt: world.ids.receipt(), at: world.clock.now() }
  return stkCallback(world, prompt, result)
}

function facts(prompt: Prompt, receipt: string, at: Date) {
  const { phone, behaviour } = prompt
  const { wrongAmount, maskedPhone } = behaviour
  const amount = amountPaid(prompt)
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

export type PushOrder = {
  phone: string
  amount: number
  accountReference: string
  callbackUrl: string
  kind: 'Pay Bill' | 'Buy Goods'
}

export type PromptResult = { code: string; receipt?: string; at: Date }

/** A request on a phone: open until it has a result. */
export type Prompt = PushOrder & {
  merchantRequestId: string
  checkoutRequestId: string
  behaviour: Behaviour
  result?: PromptResult
}
