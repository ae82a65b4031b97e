import { showKsh } from '@twende/contract/money.ts'
import type { Approval } from '@twende/contract/today/today-routes.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { links } from '../links.ts'
import { waitedWords } from '../waited-words.ts'

/** What a second person must approve; it is shown only while something waits. */
export function ApprovalsPanel({ approvals }: { approvals: readonly Approval[] }) {
  const session = useSession()
  if (approvals.length === 0) return null
  return (
    <div className="mt-5">
      <DetailPanel as="h2" title="Waits for a second person">
        <ul className="-my-2 divide-y divide-line">
          {approvals.map((approval) => (
            <li key={approval.kind + approval.id} className="py-2">
              <Link to={hrefOf(approval)} className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-sand">
                <span className="figures font-semibold">
                  {showKsh(approval.amount)} for {approval.reference}
                </span>
                <span className="block text-sm text-soft">
                  {words[approval.kind]} {approval.byId === session?.owner?.id ? 'you' : approval.by},{' '}
                  {waitedWords(approval.at)}
                  {approval.byId === session?.owner?.id && '. Somebody else approves it.'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </DetailPanel>
    </div>
  )
}

const words = {
  confirmUnpaid: 'Confirm without payment, requested by',
  payment: 'Approve before the refund is sent, received by',
} as const

function hrefOf({ kind, id }: Approval): string {
  return kind === 'payment' ? links.payment(id) : links.booking(id)
}
