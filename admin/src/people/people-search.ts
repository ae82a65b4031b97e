import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { ACCOUNT_STATES, type AccountState } from '@twende/contract/accounts/account-rules.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type PeopleSearch = {
  search?: string | undefined
  role?: Role | undefined
  state?: AccountState | undefined
  page?: number | undefined
}

const roles = ['user', 'staff', 'admin'] as const satisfies readonly Role[]

export function readPeopleSearch(query: URLSearchParams): PeopleSearch {
  const { text, oneOf, page } = addressReader(query)
  return {
    search: text('search', 100),
    role: oneOf('role', roles),
    state: oneOf('state', ACCOUNT_STATES),
    page: page(),
  }
}

/** The address of a list of people, or of one person looked at from there. */
export function peopleHref({ page, ...search }: PeopleSearch, accountId?: string): string {
  const filters = { ...search, page: page === 1 ? undefined : page }
  return accountId === undefined ? links.people(filters) : links.person(accountId, filters)
}
