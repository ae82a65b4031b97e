import { m } from '@twende/messages'
import { links } from '../links.ts'
import { ListTabs } from '../list/list-tabs.tsx'

/** The two halves of the audit log. */
export function AuditTabs({ current }: { current: 'changes' | 'access' }) {
  return (
    <ListTabs
      label={m.admin_menu_audit()}
      tabs={[
        { to: links.audit(), label: m.admin_audit_changes(), current: current === 'changes' },
        { to: links.access(), label: m.admin_audit_views_and_exports(), current: current === 'access' },
      ]}
    />
  )
}
