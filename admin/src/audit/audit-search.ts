import { isDay } from '@twende/contract/calendar-day.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type AuditFilter = {
  search?: string | undefined
  staff?: string | undefined
  subject?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
  fromDay?: string | undefined
  toDay?: string | undefined
  before?: number | undefined
}

export function readAuditSearch(query: URLSearchParams): AuditFilter {
  const { text, number } = addressReader(query)
  const day = (name: string) => {
    const said = text(name, 10)
    return said && isDay(said) ? said : undefined
  }
  const staff = text('staff')
  return {
    search: text('search', 100),
    staff: staff && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(staff) ? staff : undefined,
    subject: text('subject'),
    subjectId: text('subjectId', 100),
    action: text('action', 100),
    fromDay: day('fromDay'),
    toDay: day('toDay'),
    before: number('before', { least: 1, most: Number.MAX_SAFE_INTEGER }),
  }
}

export function auditHref(search: AuditFilter): string {
  return links.audit(search)
}
