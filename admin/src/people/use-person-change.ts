import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidator } from 'react-router'

export type PersonChange =
  | { kind: 'ban' | 'unban' | 'second-factor'; reason: string }
  | { kind: 'role'; role: Role; reason: string }
  | { kind: 'log-out' }

/** Does something about a person and says so; false when it was refused for a reason that one can mend. */
export function usePersonChange(person: AccountDetails, onChanged: (person: AccountDetails) => void) {
  const { revalidate } = useRevalidator()
  return async (change: PersonChange): Promise<boolean> => {
    try {
      const { data, message } = await send(person, change)
      toast.success(message)
      onChanged(data)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      const late = ['account_wrong_state', 'no_second_factor', 'not_found'].includes(error.code)
      if (late) await revalidate()
      return late
    }
  }
}

function send({ _id: accountId, role: was }: AccountDetails, change: PersonChange) {
  const params = { accountId }
  switch (change.kind) {
    case 'ban':
      return call('POST /api/admin/person/:accountId/ban', { params, body: { reason: change.reason } })
    case 'unban':
      return call('POST /api/admin/person/:accountId/unban', { params, body: { reason: change.reason } })
    case 'role': {
      const { role, reason } = change
      return call('POST /api/admin/person/:accountId/role', { params, body: { role, was, reason } })
    }
    case 'second-factor': {
      const body = { reason: change.reason }
      return call('POST /api/admin/person/:accountId/reset-second-factor', { params, body })
    }
    case 'log-out':
      return call('POST /api/admin/person/:accountId/log-out', { params })
  }
}
