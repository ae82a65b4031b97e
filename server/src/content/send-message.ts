import { createHash } from 'node:crypto'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ContactForm } from '@twende/contract/content/message-routes.ts'
import type * as z from 'zod/mini'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { type ForwardDeps, forwardMessage } from './forward-message.ts'
import { keepMessage } from './message-store.ts'

type Form = z.output<typeof ContactForm>

/** Keeps a message in our inbox, then hands it to the form service; refuses in its words when it does not take it. */
export async function sendMessage(
  deps: ForwardDeps,
  form: Form,
  currentUser: CurrentUser | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const { name, email, message, botcheck = '' } = form
  const kept = await keepMessage(deps.db, {
    name,
    email,
    message,
    account_id: currentUser?.accountId ?? null,
    fingerprint: fingerprint([nairobiDay(now), currentUser?.accountId ?? '', name, email, message]),
    suspicious: botcheck !== '',
    created_at: now,
  })
  // A machine is told that all went well, and goes away.
  if (kept.suspicious) return
  const forwarded = await forwardMessage(deps, kept.id)
  if (forwarded?.became === 'refused') {
    throw new AppError('message_not_taken', forwarded.message ? { message: forwarded.message } : {})
  }
}

function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
