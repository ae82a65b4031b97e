import { AppError } from '../app-error.ts'
import type { CurrentUser } from '../current-user.ts'

export type Sender = Pick<CurrentUser, 'accountId' | 'role'> & { network: string }

/** A place for one form: to arrive in, and then for its bytes until the request is done with them. */
export type UploadSlot = {
  /** Notes that so many more bytes are held; refuses where that is too much of this person or of all together. */
  hold(bytes: number): void
  /** The form has arrived, or was refused. */
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
/** Slow uploads hold few bytes, so many may run; the bytes of all are bounded. A carrier's network has many customers. */
const CUSTOMERS: Bounds = {
  mostOfPerson: 2,
  mostOfNetwork: 12,
  mostForms: 48,
  mostBytesOfPerson: 80 * MIB,
  mostBytes: 256 * MIB,
}
/** Staff has slots and memory of its own, and often one network. */
const STAFF: Bounds = { ...CUSTOMERS, mostOfNetwork: 16, mostForms: 16, mostBytes: 128 * MIB }

/** Hands out the slots of one process. */
export function uploadSlots({ customers = CUSTOMERS, staff = STAFF } = {}) {
  const forms = tally()
  const bytes = tally()

  return function take({ accountId, role, network }: Sender): UploadSlot {
    const all = role === 'user' ? 'customers' : 'staff'
    const bounds = role === 'user' ? customers : staff
    const [ofPerson, ofNetwork] = [`person ${accountId}`, `${all} of ${network}`]
    if (forms.of(ofPerson) >= bounds.mostOfPerson)
      throw busy('Another upload is still running. Please try again in a moment.')
    if (forms.of(ofNetwork) >= bounds.mostOfNetwork || forms.of(all) >= bounds.mostForms) throw busy()
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

/** Sums by key; what comes to nothing takes no memory. */
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

function busy(message = 'Many uploads are running just now. Please try again in a moment.'): AppError {
  return new AppError('unavailable', { message, retryAfterSeconds: BUSY_SECONDS })
}
