import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { ACCOUNT_STATES, type AccountState } from '@twende/contract/accounts/account-rules.ts'
import { links } from '@twende/web/links.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'

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
  const section = accountId === undefined ? 'people' : `people/${encodeURIComponent(accountId)}`
  return links.adminPage(section, { ...search, page: page === 1 ? undefined : page })
}
