import { links } from '../links.ts'
import { QueueTabs } from '../queue-tabs.tsx'
import { auditHref } from './audit-search.ts'

/** The two halves of the audit log. */
export function AuditTabs({ current }: { current: 'changes' | 'access' }) {
  return (
    <QueueTabs
      label="Audit log"
      className="mt-4"
      tabs={[
        { to: auditHref({}), label: 'Changes', current: current === 'changes' },
        { to: links.access(), label: 'Views and exports', current: current === 'access' },
      ]}
    />
  )
}
