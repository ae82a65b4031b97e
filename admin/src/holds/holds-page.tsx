import { mayBan } from '@twende/contract/accounts/account-rules.ts'
import { accountAdminRoutes } from '@twende/contract/accounts/admin-account-routes.ts'
import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import type { HoldingNetwork, UnpaidHold } from '@twende/contract/holds/hold-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { pageTitle } from '../frame/page.tsx'
import { RightLink, useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, loadList } from '../list/admin-list-page.tsx'
import { defineList } from '../list/list-address.ts'
import type { Route } from './+types/holds-page'

const LATE: ReadonlySet<string> = new Set(['booking_wrong_state', 'order_wrong_state', 'account_wrong_state'])

const holdQuestions = ({ kind, reference, customer }: UnpaidHold) => ({
  release: {
    title: m.admin_holds_release_title({ reference }),
    explains:
      kind === 'booking'
        ? m.admin_holds_release_booking_text({ name: customer.name, email: customer.email })
        : m.admin_holds_release_order_text({ name: customer.name, email: customer.email }),
    yes: m.admin_holds_release(),
    danger: true,
    usual: [m.admin_holds_reason_unpaid(), m.admin_holds_reason_unreachable()],
    text: { label: m.admin_holds_reason_label(), hint: m.admin_holds_release_hint(), required: true },
  },
  ban: {
    title: m.admin_holds_ban_title({ name: customer.name }),
    explains: m.admin_holds_ban_text(),
    yes: m.admin_holds_ban(),
    danger: true,
    usual: [m.admin_holds_reason_repeated()],
    text: { label: m.admin_holds_reason_label(), hint: m.admin_holds_ban_hint(), required: true },
  },
})

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const BAN = 'POST /api/admin/person/:accountId/ban'

const CANCEL = 'POST /api/admin/booking/:bookingId/cancel'

const MOVE = 'POST /api/admin/order/:orderId/move'

const list = defineList({ path: links.holds, fields: {} })

export function clientLoader() {
  const answer = call('GET /api/admin/holds', {})
  return loadList(
    list.read(new URLSearchParams()),
    answer.then(({ data }) => ({ data: data.holds, all: data })),
  )
}

export const meta = () => pageTitle(m.admin_holds_title())

/** Who holds cars and stock without having paid, by the network that they come from. */
export default function HoldsPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_holds_title()}
      intro={m.admin_holds_network_text()}
      back={{ to: links.today, label: m.admin_menu_today() }}
      list={list}
      loaded={loaderData}
      shared
      empty={() => m.admin_holds_none_title()}
      rowName={({ reference }) => reference}
    >
      {({ all }) => <HoldsView holds={all} />}
    </AdminListPage>
  )
}

type FoundHolds = Reply<'GET /api/admin/holds'>['data']

type Asked = { action: HoldAction; hold: UnpaidHold }

/** The networks that hold something unpaid, the largest first, each with its holds. */
function HoldsView({ holds: found }: { holds: FoundHolds }) {
  const [asked, setAsked] = useState<Asked>()
  const act = useHoldAction()
  const { networks, holds, total } = found
  return (
    <>
      {total > holds.length && (
        <p role="status" className="mb-3 font-semibold">
          {m.admin_holds_shown_part({ count: holds.length, total })}
        </p>
      )}
      <div className="grid max-w-5xl gap-5">
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
            {...requestOf(asked.action, asked.hold)}
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
  const title = label ? m.admin_holds_network({ label }) : m.admin_holds_network_unknown()
  const shown = found.holds.filter((hold) => hold.network === label)
  return (
    <DetailPanel
      as="h2"
      title={title}
      aside={
        accounts > 2 && (
          <StatusBadge tone="clay">{m.admin_holds_account_count({ count: accounts })}</StatusBadge>
        )
      }
    >
      <Facts
        facts={[
          [m.admin_holds_fact_holds(), holds],
          [m.admin_holds_fact_accounts(), accounts],
          [m.admin_holds_fact_value(), showKsh(value)],
          [
            m.admin_holds_fact_car_days(),
            carDays > 0 &&
              m.admin_holds_share_of_days({ count: carDays, percent: share(carDays, found.fleetCarDays) }),
          ],
          [
            m.admin_holds_fact_quantity(),
            pieces > 0 &&
              m.admin_holds_share_of_stock({ count: pieces, percent: share(pieces, found.stockPieces) }),
          ],
          [m.admin_holds_fact_ended(), endedUnpaid],
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

type HoldItemProps = { hold: UnpaidHold; onAsk: (action: HoldAction) => void }

/** One unpaid booking or order: what it holds until when, who holds it, and what may be done. */
function HoldItem({ hold, onAsk }: HoldItemProps) {
  const me = useSession()?.owner
  const seesPeople = useRights().includes('people')
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
          {startDate && endDate
            ? keepAmounts(
                m.admin_holds_period({
                  from: showDay(startDate),
                  to: showDay(endDate),
                  days: daysInWords(hold.carDays),
                  value: showKsh(value),
                }),
              )
            : showKsh(value)}
        </p>
        <p className="figures text-sm">{m.admin_holds_until({ time: showInstant(until) })}</p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <RightLink
            right="people"
            to={links.person(customer._id)}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 md:min-h-6"
          >
            {customer.name}
          </RightLink>
          <StatusBadge tone={customer.proven ? 'acacia' : 'sunrise'}>
            {customer.proven ? m.admin_holds_verified() : m.admin_holds_not_verified()}
          </StatusBadge>
        </p>
        <p className="text-sm wrap-anywhere text-soft">{customer.email}</p>
        <p className="figures text-sm">{phone ? showPhone(phone) : m.admin_holds_no_phone()}</p>
        {customer.endedUnpaid > 0 && (
          <p className="figures text-sm text-clay-deep">
            {m.admin_holds_ended_unpaid({ count: customer.endedUnpaid })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:flex-col">
        <Button variant="secondary" size="sm" onClick={() => onAsk('release')}>
          {m.admin_holds_release()}
        </Button>
        {decider && seesPeople && mayBan(decider, { _id: customer._id, role: 'user' }) && (
          <Button variant="secondary" size="sm" onClick={() => onAsk('ban')}>
            {m.admin_holds_ban()}
          </Button>
        )}
      </div>
    </li>
  )
}

type HoldAction = 'release' | 'ban'

/** Does something about an unpaid hold and says so. That it is over is told, any other refusal is thrown. */
function useHoldAction() {
  const { revalidate } = useRevalidator()
  return async (action: HoldAction, hold: UnpaidHold, reason: string) => {
    try {
      const { message } = await send(action, hold, reason)
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError) || !LATE.has(error.code)) throw error
      toast.error(error.message)
    }
    await revalidate()
  }
}

/** How the request of an action is checked. */
function requestOf(action: HoldAction, { kind }: UnpaidHold) {
  if (action === 'ban') return { schema: accountAdminRoutes[BAN].body }
  if (kind === 'booking') return { schema: adminBookingRoutes[CANCEL].body }
  return { schema: shopAdminRoutes[MOVE].body, name: 'note', rest: { move: 'callOff' } } as const
}

function send(action: HoldAction, { kind, _id, customer }: UnpaidHold, reason: string) {
  if (action === 'ban') {
    const params = { accountId: customer._id }
    return call(BAN, { params, body: { reason } })
  }
  return kind === 'booking'
    ? call(CANCEL, { params: { bookingId: _id }, body: { reason } })
    : call(MOVE, { params: { orderId: _id }, body: { move: 'callOff', note: reason } })
}
