import { links } from '../links.ts'
import { readAuditSearch } from './audit-search.ts'

export type AccessRecordFilter = {
  staff?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
  exports?: 'only' | undefined
  fromDay?: string | undefined
  toDay?: string | undefined
  before?: number | undefined
}

export function readAccessSearch(query: URLSearchParams): AccessRecordFilter {
  const { staff, subjectId, action, fromDay, toDay, before } = readAuditSearch(query)
  const exports = query.get('exports') === 'only' ? ('only' as const) : undefined
  return { staff, subjectId, action, exports, fromDay, toDay, before }
}

export function accessHref(search: AccessRecordFilter): string {
  return links.access(search)
}
