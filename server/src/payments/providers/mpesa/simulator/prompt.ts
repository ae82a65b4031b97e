import type { Behaviour } from './behaviour.ts'

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
