import type { HoldingNetwork, UnpaidHold } from '@twende/contract/holds/hold-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { HoldItem } from './hold-item.tsx'
import { type HoldAction, holdQuestions, useHoldAction } from './use-hold-action.ts'

type FoundHolds = Reply<'GET /api/admin/holds'>['data']

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

type Asked = { action: HoldAction; hold: UnpaidHold }

/** The networks that hold something unpaid, the largest first, each with its holds. */
export function HoldsView({ holds: found }: { holds: FoundHolds }) {
  const [asked, setAsked] = useState<Asked>()
  const act = useHoldAction()
  const { networks, holds, total } = found
  if (total === 0) {
    return (
      <div className="panel mt-5">
        <EmptyState icon={<Hourglass />} title="Nothing is held unpaid">
          Bookings and orders that are not paid yet stand here while they keep a car or pieces from others.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <p className="mt-1 text-soft">
        A label stands for the internet connection that bookings and orders came from. Many customers may
        share one.
      </p>
      {total > holds.length && (
        <p role="status" className="mt-3 font-semibold">
          {holds.length} of {total} holds are shown.
        </p>
      )}
      <div className="mt-5 grid gap-5">
        {networks.map((network) => (
          <NetworkPanel
            key={network.network}
            network={network}
            found={found}
            onAsk={(action, hold) => setAsked({ action, hold })}
          />
        ))}
      </div>
      <WhenOpen open={asked !== undefined}>
        {asked && (
          <ReasonDialog
            key={asked.action + asked.hold._id}
            open
            {...holdQuestions(asked.hold)[asked.action]}
            onDecide={(reason) => act(asked.action, asked.hold, reason)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </WhenOpen>
    </>
  )
}

type NetworkPanelProps = {
  network: HoldingNetwork
  found: FoundHolds
  onAsk: (action: HoldAction, hold: UnpaidHold) => void
}

function NetworkPanel({ network, found, onAsk }: NetworkPanelProps) {
  const { network: label, holds, accounts, carDays, pieces, value, endedUnpaid } = network
  const title = label ? `Network ${label}` : 'Network not known'
  const shown = found.holds.filter((hold) => hold.network === label)
  return (
    <DetailPanel
      as="h2"
      title={title}
      aside={accounts > 2 && <StatusBadge tone="clay">{accounts} accounts</StatusBadge>}
    >
      <Facts
        facts={[
          ['Holds', holds],
          ['Accounts', accounts],
          ['Worth', showKsh(value)],
          ['Car-days', carDays > 0 && `${carDays}, ${share(carDays, found.fleetCarDays)} of 30 days`],
          ['Pieces', pieces > 0 && `${pieces}, ${share(pieces, found.stockPieces)} of the stock`],
          ['Ended unpaid in 24 hours', endedUnpaid],
        ]}
      />
      <ul aria-label={title} className="mt-4 divide-y divide-line border-t border-line">
        {shown.map((hold) => (
          <HoldItem key={hold._id} hold={hold} onAsk={(action) => onAsk(action, hold)} />
        ))}
      </ul>
    </DetailPanel>
  )
}

function share(part: number, whole: number): string {
  if (whole === 0) return '0%'
  const percent = (100 * part) / whole
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}
