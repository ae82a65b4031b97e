import type { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PaymentListItem, PurchaseMoney } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useRights } from '../frame/rights.tsx'
import { links } from '../links.ts'

/** What staff with the right to payments should know of the money of a purchase. Shows nothing where all is in order. */
export function PurchaseMoneyNotes({ purchaseId }: { purchaseId: string }) {
  return useRights().includes('payments') ? <MoneyNotes purchaseId={purchaseId} /> : null
}

function MoneyNotes({ purchaseId }: { purchaseId: string }) {
  const { money, error } = usePurchaseMoney(purchaseId)
  if (error) return <p className="mt-3 text-clay-deep">{error.message}</p>
  if (!money || money.toCheck.length + money.waiting.length === 0) return null
  return (
    <ul className="mt-3 grid gap-2">
      {money.toCheck.map((payment) => (
        <Note key={payment._id} to={links.payment(payment._id, { queue: 'all' })} link={linkOf(payment)}>
          {payment.notReported ? m.admin_money_not_reported() : payment.warnings.join(' ')}
        </Note>
      ))}
      {money.waiting.map((row) => (
        <Note key={row._id} to={links.payments({ queue: 'unmatched', search: row._id })} link={linkOf(row)}>
          {m.admin_money_waiting()}
        </Note>
      ))}
    </ul>
  )
}

const linkOf = ({ received, amount, code }: PaymentListItem) =>
  [showKsh(received ?? amount ?? 0), code].filter(Boolean).join(' ')

function Note({ to, link, children }: { to: string; link: string; children: string }) {
  return (
    <li className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        <Link to={to} className="figures font-semibold underline underline-offset-4">
          {link}
        </Link>{' '}
        {children}
      </span>
    </li>
  )
}

/** Asked again whenever the page has read its own data again: M-Pesa may have reported the money by then. */
function usePurchaseMoney(purchaseId: string) {
  const [known, setKnown] = useState<{ money?: PurchaseMoney; error?: ApiError }>({})
  const { state } = useRevalidator()
  const isQuiet = state === 'idle'
  useEffect(() => {
    if (!isQuiet) return
    const leaving = new AbortController()
    const tell = (found: typeof known) => {
      if (!leaving.signal.aborted) setKnown(found)
    }
    call(
      'GET /api/admin/purchase/:purchaseId/money',
      { params: { purchaseId } },
      { signal: leaving.signal },
    ).then(
      ({ data }) => tell({ money: data }),
      (error: unknown) => tell({ error: asRefusal(error) }),
    )
    return () => leaving.abort()
  }, [purchaseId, isQuiet])
  return known
}
