import { mayBan } from '@twende/contract/accounts/account-rules.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import type { UnpaidHold } from '@twende/contract/holds/hold-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { StatusBadge } from '../status-badge.tsx'
import type { HoldAction } from './use-hold-action.ts'

type HoldItemProps = { hold: UnpaidHold; onAsk: (action: HoldAction) => void }

/** One unpaid booking or order: what it holds until when, who holds it, and what may be done. */
export function HoldItem({ hold, onAsk }: HoldItemProps) {
  const me = useSession()?.owner
  const { kind, _id, reference, method, customer, phone, what, startDate, endDate, value, until } = hold
  const decider = me && { _id: me.id, role: me.role }
  return (
    <li className="grid gap-3 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center md:gap-x-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            to={links[kind](_id)}
            className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
          >
            {reference}
          </Link>
          <span className="text-sm text-soft">{method === 'mpesa' ? 'M-Pesa' : 'WhatsApp'}</span>
        </p>
        <p className="break-words">{what}</p>
        <p className="figures text-sm text-soft">
          {startDate &&
            endDate &&
            `${showDay(startDate)} to ${showDay(endDate)}, ${dayWords(hold.carDays)}, `}
          {showKsh(value)}
        </p>
        <p className="figures text-sm">Until {showInstant(until)}</p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={links.person(customer._id)}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 md:min-h-6"
          >
            {customer.name}
          </Link>
          <StatusBadge tone={customer.proven ? 'acacia' : 'sunrise'}>
            {customer.proven ? 'Proven' : 'Not proven'}
          </StatusBadge>
        </p>
        <p className="truncate text-sm text-soft">{customer.email}</p>
        <p className="figures text-sm">{phone ? showPhone(phone) : 'No phone number'}</p>
        {customer.endedUnpaid > 0 && (
          <p className="figures text-sm text-clay-deep">{customer.endedUnpaid} ended unpaid in 24 hours</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:flex-col">
        <Button variant="secondary" size="sm" onClick={() => onAsk('release')}>
          Release
        </Button>
        {decider && mayBan(decider, { _id: customer._id, role: 'user' }) && (
          <Button variant="secondary" size="sm" onClick={() => onAsk('ban')}>
            Ban
          </Button>
        )}
      </div>
    </li>
  )
}

const dayWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)
