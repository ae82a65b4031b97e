import type { AccountSummary } from '@twende/contract/accounts/account-details.ts'
import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { StatusBadge } from '../status-badge.tsx'

/** What is special about a person: works here, is banned, is gone. */
export function PersonBadges({
  person: { role, bannedAt, deleted },
}: {
  person: Pick<AccountSummary, 'role' | 'bannedAt' | 'deleted'>
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
