import { showInstant } from '@twende/contract/calendar-day.ts'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { reportReasonLabels } from '@twende/contract/listings/listing-labels.ts'

import { DetailPanel } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'

/** What readers say is wrong. */
export function ReportsPanel({ reports }: Pick<AdminListingDetail, 'reports'>) {
  return (
    <DetailPanel title="Reports" aside={<StatusBadge tone="clay">{reports.length}</StatusBadge>}>
      <ul className="grid gap-3">
        {Object.entries(reports).map(([place, report]) => (
          <li key={place}>
            <p className="font-semibold">{reportReasonLabels[report.reason]}</p>
            {report.details && <p>{report.details}</p>}
            <p className="figures text-sm text-soft">{showInstant(report.reportedAt)}</p>
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
