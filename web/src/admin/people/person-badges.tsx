import { roleLabels } from '@twende/contract/accounts/people-rules.ts'
import type { PersonRow } from '@twende/contract/accounts/person.ts'
import { StatusBadge } from '../status-badge.tsx'

/** What is special about a person: works here, is banned, is gone. */
export function PersonBadges({
  person: { role, bannedAt, deleted },
}: {
  person: Pick<PersonRow, 'role' | 'bannedAt' | 'deleted'>
}) {
  return (
    <>
      {role !== 'user' && (
        <StatusBadge tone={role === 'admin' ? 'ink' : 'acacia'}>{roleLabels[role]}</StatusBadge>
      )}
      {deleted ? (
        <StatusBadge>Deleted</StatusBadge>
      ) : (
        bannedAt && <StatusBadge tone="clay">Banned</StatusBadge>
      )}
    </>
  )
}
