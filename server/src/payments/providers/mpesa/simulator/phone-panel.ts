import * as z from 'zod/mini'
import { TOKEN_OBJECTIONS } from './access-tokens.ts'
import { Behaviour } from './behaviour.ts'
import type { Prompt, Prompts } from './prompts.ts'
import { type Answer, isPhone, json } from './simulator-http.ts'
import type { World } from './world.ts'

/** The simulated phone's screen for one prompt, as our own pages show it. */
export function showPrompt({ settings }: World, prompts: Prompts, checkoutRequestId: string): Answer {
  const prompt = prompts.find(checkoutRequestId)
  return prompt ? json(200, screen(prompt, settings.business)) : json(404, { message: 'No such prompt' })
}

const Press = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pin'), pin: z.string().check(z.maxLength(12)) }),
  z.object({ action: z.literal('cancel') }),
])

/** A key pressed on the simulated phone. */
export function pressOnPhone(
  world: World,
  prompts: Prompts,
  checkoutRequestId: string,
  body: unknown,
): Answer {
  const prompt = prompts.find(checkoutRequestId)
  if (!prompt) return json(404, { message: 'No such prompt' })
  const press = z.safeParse(Press, body)
  if (!press.success) return json(400, { message: 'Enter a PIN or cancel' })
  const taken =
    press.data.action === 'pin' ? prompts.enterPin(prompt, press.data.pin) : prompts.cancel(prompt)
  return json(taken ? 200 : 409, screen(prompt, world.settings.business))
}

function screen({ result, amount, accountReference, phone }: Prompt, business: string) {
  return {
    state: result ? ('done' as const) : ('waiting' as const),
    amount,
    business,
    accountReference,
    phone,
    ...(result ? { resultCode: result.code } : {}),
  }
}

const BehaviourBody = z.extend(Behaviour, {
  phone: z.optional(z.string().check(z.refine(isPhone))),
  clear: z.optional(z.boolean()),
})

/** Sets how a phone, or the next push, behaves. */
export function setBehaviour({ behaviours }: World, body: unknown): Answer {
  const parsed = z.safeParse(BehaviourBody, body)
  if (!parsed.success) return json(400, { message: z.prettifyError(parsed.error) })
  const { phone, clear, ...behaviour } = parsed.data
  if (clear) behaviours.clear()
  else if (phone === undefined) behaviours.setForNextPush(behaviour)
  else behaviours.setForPhone(phone, behaviour)
  return json(200, { ok: true })
}

const TokenBody = z.object({
  expire: z.literal(true),
  worded: z.optional(z.enum(['404.001.03', '400.003.01', '401.002.01', '401.003.01', '401.001'])),
})

/** Ends the current access token before its time, and chooses how that is worded. */
export function setTokens({ tokens }: World, body: unknown): Answer {
  const parsed = z.safeParse(TokenBody, body)
  if (!parsed.success) return json(400, { message: 'Say {"expire": true}' })
  tokens.expire(parsed.data.worded ?? '404.001.03')
  return json(200, { ok: true, known: Object.keys(TOKEN_OBJECTIONS) })
}
