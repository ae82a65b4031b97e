import { createHash } from 'node:crypto'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ContactForm } from '@twende/contract/content/contact-form.ts'
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

const TIMEOUT_MS = 8_000

const MAX_REPLY_LENGTH = 300

const LEASE_MINUTES = 2

const RETRY_MINUTES = [1, 5, 30, 120, 720]

const BATCH = 20

type Form = z.output<typeof ContactForm>

/** Stores a message, then forwards it to the form service; refuses with the reply of the service when it refuses. */
export async function sendMessage(
  deps: ForwardDeps,
  form: Form,
  currentUser: CurrentUser | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const { name, email, message, botcheck = '' } = form
  const stored = await saveMessage(deps.db, {
    name,
    email,
    message,
    account_id: currentUser?.accountId ?? null,
    fingerprint: fingerprint([nairobiDay(now), currentUser?.accountId ?? '', name, email, message]),
    suspicious: botcheck !== '',
    created_at: now,
  })
  // A spam program gets the same reply as a person.
  if (stored.suspicious) return
  const forwarded = await forwardMessage(deps, stored.id)
  if (forwarded?.status === 'refused') {
    throw new AppError('message_not_taken', forwarded.reply ? { message: forwarded.reply } : {})
  }
}

function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export type ForwardDeps = Pick<AppDeps, 'db' | 'clock' | 'logger' | 'config'>

/** Forwards a stored message to the form service; undefined when there is no service or nothing to forward. */
export async function forwardMessage(
  deps: ForwardDeps,
  messageId: string,
): Promise<ForwardResult | undefined> {
  const { accessKey, url } = deps.config.web3forms
  if (accessKey === undefined) return undefined
  const now = deps.clock.now()
  const leaseEnds = minutesAfter(now, LEASE_MINUTES)
  const message = await leaseForForwarding(deps.db, messageId, { now, leaseEnds })
  if (!message) return undefined
  const { name, email, message: text } = message
  const forwarded = await postToWeb3Forms({ url, accessKey }, { name, email, message: text })
  await updateForwarding(deps.db, messageId, outcome(forwarded, message.forward_attempts, deps.clock.now()))
  if (forwarded.status !== 'accepted') {
    deps.logger.warn({ messageId, status: forwarded.status }, 'the form service did not take a message')
  }
  return forwarded
}

/** Retries messages that the form service has not answered. */
export async function forwardDueMessages(deps: ForwardDeps, stopping?: AbortSignal): Promise<void> {
  if (deps.config.web3forms.accessKey === undefined) return
  for (const id of await findDueForForwarding(deps.db, deps.clock.now(), BATCH)) {
    if (stopping?.aborted) return
    await forwardMessage(deps, id)
  }
}

function outcome(forwarded: ForwardResult, attempts: number, now: Date) {
  switch (forwarded.status) {
    case 'accepted':
      return { forwarded_at: now, next_forward_at: null, forward_error: '', forward_reply: '' }
    case 'refused':
      // The same message would be refused again, so it is not retried.
      return { next_forward_at: null, forward_error: 'refused', forward_reply: forwarded.reply }
    case 'no_answer': {
      const wait = RETRY_MINUTES[attempts - 1]
      const next_forward_at = wait === undefined ? null : minutesAfter(now, wait)
      return { next_forward_at, forward_error: 'no_answer', forward_reply: '' }
    }
  }
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}

/** The result of forwarding a message; `reply` is what the service answered. */
type ForwardResult = { status: 'accepted' } | { status: 'refused'; reply: string } | { status: 'no_answer' }

type FormMessage = { name: string; email: string; message: string }

/** Posts a message to the form service. A reply that cannot be parsed counts as no answer. */
async function postToWeb3Forms(
  { url, accessKey }: { url: string; accessKey: string },
  message: FormMessage,
): Promise<ForwardResult> {
  const sent = {
    ...message,
    access_key: accessKey,
    subject: `Message from ${message.name}`,
    from_name: 'Twende',
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readAnswer(response.ok, await response.json())
  } catch {
    return { status: 'no_answer' }
  }
}

function readAnswer(isOk: boolean, answer: unknown): ForwardResult {
  if (!answer || typeof answer !== 'object' || !('success' in answer)) return { status: 'no_answer' }
  if (isOk && answer.success === true) return { status: 'accepted' }
  const reply = 'message' in answer && typeof answer.message === 'string' ? answer.message : ''
  return { status: 'refused', reply: onOneLine(reply) }
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REPLY_LENGTH)
}
