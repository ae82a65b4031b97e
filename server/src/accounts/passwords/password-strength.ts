import { AppError } from '../../http/app-error.ts'
import { boundedQueue } from '../../http/limits/bounded-queue.ts'
import { onDemand } from '../../threads/on-demand.ts'
import type { PasswordTasks } from './password-worker.ts'

type Owner = { name: string; email: string }

/** The dictionaries take 40 MiB, and an estimate up to a tenth of a second of the processor. */
const passwords = onDemand<PasswordTasks>({
  kind: 'thread',
  source: 'server/src/accounts/passwords/password-worker.ts',
  built: 'password-worker.js',
})

/** A few seconds of estimates may wait; what comes then is answered with 503. */
const inTurn = boundedQueue({ concurrency: 1, maxWaiting: 60 })

export async function requireStrongPassword(password: string, owner: Owner): Promise<void> {
  if (await isWeakPassword(password, owner)) throw new AppError('password_too_common')
}

/** Whether a password would be guessed soon. Capitals, digits or signs are not required. */
export async function isWeakPassword(password: string, owner: Owner): Promise<boolean> {
  return isPhoneNumberOrDate(password) || inTurn(() => passwords.run('isGuessable', password, wordsOf(owner)))
}

function isPhoneNumberOrDate(text: string): boolean {
  return /^[\d\s+-]{0,14}$/.test(text)
}

/** Words that somebody who knows the person would try first. */
function wordsOf({ name, email }: Owner): string[] {
  const mailbox = email.split('@')[0] ?? ''
  const parts = [
    name,
    name.replace(/\s+/g, ''),
    ...name.split(/\s+/),
    mailbox,
    ...mailbox.split(/[^\p{L}\d]+/u),
  ]
  return parts.map((part) => part.toLowerCase()).filter((part) => part.length >= 3)
}
