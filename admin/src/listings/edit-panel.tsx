import { showInstant } from '@twende/contract/calendar-day.ts'
import type { PendingEdit } from '@twende/contract/listings/listing.ts'
import { EditComparison } from '@twende/ui/listings/edit-comparison.tsx'
import { CircleAlert } from 'lucide-react'
import { DetailPanel } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'

/** The changes that the seller of a verified car asks for, beside what was verified. */
export function EditPanel({ edit, warnings }: { edit: PendingEdit; warnings: readonly string[] }) {
  const waits = edit.state === 'waiting'
  return (
    <DetailPanel
      title="Changes of the seller"
      aside={<StatusBadge tone={waits ? 'sunrise' : 'clay'}>{waits ? 'Waiting' : 'Refused'}</StatusBadge>}
    >
      <p className="mb-3 text-sm text-soft">
        Sent on {showInstant(edit.submittedAt)}. Buyers see the verified version.
      </p>
      {edit.reason && (
        <p className="mb-4 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <strong>Told to the seller:</strong> {edit.reason}
        </p>
      )}
      {waits && warnings.length > 0 && (
        <ul className="mb-4 grid gap-1.5 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-2 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <EditComparison edit={edit} names={['Verified', 'Proposed']} />
    </DetailPanel>
  )
}
