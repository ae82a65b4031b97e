import type { AccountSummary } from '@twende/contract/accounts/account-details.ts'
import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { m } from '@twende/messages'
import { StatusBadge } from '../frame/status-badge.tsx'

/** What is special about a person: works here, is banned, is gone. */
export function PersonBadges({
  person: { role, bannedAt, deleted },
}: {
  person: Pick<AccountSummary, 'role' | 'bannedAt' | 'deleted'>
}) {
  return (
    <>
      {role !== 'user' && (
        <StatusBadge tone={role === 'admin' ? 'ink' : 'acacia'}>{roleLabels[role]()}</StatusBadge>
      )}
      {deleted ? (
        <StatusBadge>{m.admin_people_deleted()}</StatusBadge>
      ) : (
        bannedAt && <StatusBadge tone="clay">{m.admin_people_banned()}</StatusBadge>
      )}
    </>
  )
}
