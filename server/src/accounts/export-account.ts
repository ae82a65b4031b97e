import type { AppDeps } from '../deps.ts'
import { ownAccount, toProfile } from './own-account.ts'
import { findNotes } from './person-note-store.ts'
import type { PersonalDataOfNouns } from './personal-data.ts'

/** Everything we keep about a person, noun by noun. */
export async function exportAccount(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  nouns: PersonalDataOfNouns,
  accountId: string,
): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {
    writtenAt: deps.clock.now().toISOString(),
    account: toProfile(await ownAccount(deps.db, accountId)),
    notes: (await findNotes(deps.db, accountId)).map(({ at, what, note }) => ({ at, what, note })),
  }
  for (const [name, noun] of Object.entries(nouns)) told[name] = await noun.tell(deps, accountId)
  return told
}
