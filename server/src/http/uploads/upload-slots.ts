import { m } from '@twende/messages'
import { personOf } from '../../accounts/contact-proofs/contact.ts'
import { emailProofNeeded } from '../../accounts/contact-proofs/proven-person.ts'
import { AppError } from '../app-error.ts'
import type { CurrentUser } from '../current-user.ts'

export type Sender = Pick<CurrentUser, 'accountId' | 'role' | 'email' | 'emailProven'> & { network: string }

/** Counts one form: while it is being read, and its bytes until the request has ended. */
export type UploadSlot = {
  /** Adds bytes that are now in memory; refuses when this person or everybody together has too many. */
  hold(bytes: number): void
  /** Call when the form was read or refused. */
  endReading(): void
  release(): void
}

type Bounds = {
  mostOfPerson: number
  mostOfNetwork: number
  mostForms: number
  mostBytesOfPerson: number
  mostBytes: number
}

const MIB = 1024 * 1024
const BUSY_SECONDS = 5
/**
 * Many slow uploads may run because they hold few bytes. The limit per network allows for carriers with many customers, and
 * whoever proved the address of the account is not counted with strangers.
 */
const CUSTOMERS: Bounds = {
  mostOfPerson: 2,
  mostOfNetwork: 12,
  mostForms: 48,
  mostBytesOfPerson: 80 * MIB,
  mostBytes: 256 * MIB,
}
/** Staff have their own slots and memory, and often share one network. */
const STAFF: Bounds = { ...CUSTOMERS, mostOfNetwork: 16, mostForms: 16, mostBytes: 128 * MIB }

/** Limits the uploads of one process. */
export function uploadSlots({ customers = CUSTOMERS, staff = STAFF } = {}) {
  const forms = tally()
  const bytes = tally()

  return function take(sender: Sender): UploadSlot {
    const { accountId, role, emailProven } = sender
    const isCustomer = role === 'user'
    const all = isCustomer ? 'customers' : 'staff'
    const bounds = isCustomer ? customers : staff
    const [ofPerson, ofNetwork] = [`person ${accountId}`, `${all} of ${sharedSource(sender)}`]
    if (forms.of(ofPerson) >= bounds.mostOfPerson) throw busy(m.error_unavailable_upload_running())
    if (forms.of(all) >= bounds.mostForms) throw busy()
    if (forms.of(ofNetwork) >= bounds.mostOfNetwork) {
      if (isCustomer && !emailProven)
        throw new AppError('contact_proof_needed', { data: emailProofNeeded(sender.email) })
      throw busy()
    }
    const countForm = (change: 1 | -1) => {
      for (const key of [ofPerson, ofNetwork, all]) forms.add(key, change)
    }
    let isReading = true
    let held = 0
    countForm(1)
    const countBytes = (change: number) => {
      held += change
      for (const key of [ofPerson, all]) bytes.add(key, change)
    }
    const endReading = () => {
      if (isReading) countForm(-1)
      isReading = false
    }
    return {
      hold(more) {
        countBytes(more)
        if (bytes.of(ofPerson) > bounds.mostBytesOfPerson || bytes.of(all) > bounds.mostBytes) throw busy()
      },
      endReading,
      release() {
        endReading()
        countBytes(-held)
      },
    }
  }
}

/** Whom others share slots with: their network, or what they proved instead. Kept in memory only. */
function sharedSource({ network, email, emailProven }: Sender): string {
  return emailProven ? personOf({ email }, 'upload slots').key : network
}

/** Sums by key; a key whose sum is zero is removed. */
function tally() {
  const sums = new Map<string, number>()
  const of = (key: string) => sums.get(key) ?? 0
  return {
    of,
    add(key: string, change: number) {
      const sum = of(key) + change
      if (sum === 0) sums.delete(key)
      else sums.set(key, sum)
    },
  }
}

function busy(message: string = m.error_unavailable_uploads_busy()): AppError {
  return new AppError('unavailable', { message, retryAfterSeconds: BUSY_SECONDS })
}
