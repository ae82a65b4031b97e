import { createHash } from 'node:crypto'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ContactForm } from '@twende/contract/content/contact-message-routes.ts'
import type * as z from 'zod/mini'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import {
  findDueForForwarding,
  leaseForForwarding,
  saveMessage,
  updateForwarding,
} from './contact-message-store.ts'

import { type Forwarded, postToWeb3Forms } from './web3forms.ts'

const LEASE_MINUTES = 2

const RETRY_MINUTES = [1, 5, 30, 120, 720]

const BATCH = 20

type Form = z.output<typeof ContactForm>

/** Keeps a message in our inbox, then hands it to the form service; refuses in its words when it does not take it. */
export async function sendMessage(
  deps: ForwardDeps,
  form: Form,
  currentUser: CurrentUser | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const { name, email, message, botcheck = '' } = form
  const kept = await saveMessage(deps.db, {
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

export type ForwardDeps = Pick<AppDeps, 'db' | 'clock' | 'logger' | 'config'>

/** Hands a kept message to the form service, if there is one; undefined when there is nothing to hand over. */
export async function forwardMessage(deps: ForwardDeps, messageId: string): Promise<Forwarded | undefined> {
  const { accessKey, url } = deps.config.web3forms
  if (accessKey === undefined) return undefined
  const claimed = deps.clock.now()
  const leaseEnds = minutesAfter(claimed, LEASE_MINUTES)
  const message = await leaseForForwarding(deps.db, messageId, { now: claimed, leaseEnds })
  if (!message) return undefined
  const { name, email, message: words } = message
  const forwarded = await postToWeb3Forms({ url, accessKey }, { name, email, message: words })
  await updateForwarding(deps.db, messageId, outcome(forwarded, message.forward_attempts, deps.clock.now()))
  if (forwarded.became !== 'taken') {
    deps.logger.warn({ messageId, became: forwarded.became }, 'the form service did not take a message')
  }
  return forwarded
}

/** Tries again what the form service has not answered to. */
export async function forwardDueMessages(deps: ForwardDeps): Promise<void> {
  if (deps.config.web3forms.accessKey === undefined) return
  for (const id of await findDueForForwarding(deps.db, deps.clock.now(), BATCH))
    await forwardMessage(deps, id)
}

function outcome(forwarded: Forwarded, attempts: number, now: Date) {
  switch (forwarded.became) {
    case 'taken':
      return { forwarded_at: now, next_forward_at: null, forward_problem: '' }
    case 'refused':
      // The same words would be refused again, unless a person sends them again.
      return { next_forward_at: null, forward_problem: forwarded.message || 'Refused without a reason' }
    case 'unheard': {
      const wait = RETRY_MINUTES[attempts - 1]
      const next_forward_at = wait === undefined ? null : minutesAfter(now, wait)
      return { next_forward_at, forward_problem: 'No answer' }
    }
  }
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
