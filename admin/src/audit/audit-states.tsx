import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ShieldAlert } from 'lucide-react'
import { links } from '../links.ts'

export function ForAdminsOnly() {
  return (
    <div className="panel mt-5">
      <EmptyState
        icon={<ShieldAlert />}
        title="For admins only"
        action={<LinkButton to={links.today}>To today</LinkButton>}
      >
        Ask an admin if you need to know who changed something.
      </EmptyState>
    </div>
  )
}

export function AuditSkeleton() {
  return (
    <div className="mt-5 grid gap-3">
      <LoadingNote>Loading the audit log</LoadingNote>
      {['a', 'b', 'c', 'd'].map((card) => (
        <Skeleton key={card} className="h-40 rounded-lg" />
      ))}
    </div>
  )
}
