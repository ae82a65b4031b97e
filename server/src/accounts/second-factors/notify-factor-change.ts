import type { Db } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import {
  type FactorKind,
  recoveryCodeUsedText,
  secondFactorAddedText,
  secondFactorRemovedText,
  secondFactorResetText,
} from '../../notifications/second-factor-texts.ts'
import { countRecoveryCodes } from './factor-store.ts'

type Reader = { id: string; name: string; email: string }
type Text = ReturnType<typeof secondFactorResetText>

/** Every change to how an account is protected is mailed to the person, in the transaction that makes it. */
function tell(tx: Db, reader: Reader, text: Text, now: Date): Promise<void> {
  const dedupeKey = `${text.kind} ${uuidv7()}`
  return queueNotification(tx, { ...text, accountId: reader.id, recipient: reader.email, dedupeKey }, now)
}

export function notifyFactorAdded(tx: Db, reader: Reader, factor: FactorKind, now: Date): Promise<void> {
  return tell(tx, reader, secondFactorAddedText({ name: reader.name, factor, at: now }), now)
}

export function notifyFactorRemoved(tx: Db, reader: Reader, factor: FactorKind, now: Date): Promise<void> {
  return tell(tx, reader, secondFactorRemovedText({ name: reader.name, factor, at: now }), now)
}

export function notifyFactorsReset(tx: Db, reader: Reader, now: Date): Promise<void> {
  return tell(tx, reader, secondFactorResetText({ name: reader.name, at: now }), now)
}

export async function notifyRecoveryCodeUsed(tx: Db, reader: Reader, now: Date): Promise<void> {
  const left = await countRecoveryCodes(tx, reader.id)
  await tell(tx, reader, recoveryCodeUsedText({ name: reader.name, left, at: now }), now)
}
