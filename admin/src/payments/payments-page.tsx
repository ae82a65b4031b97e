import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { PAYABLE_TYPES, PAYMENT_STATUSES } from '@twende/contract/payments/payment.ts'
import {
  MONEY_METHODS,
  type PaymentQueue,
  payableTypeLabels,
  paymentMethodLabels,
} from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { paymentStateLabel } from '@twende/contract/payments/payment-state-labels.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, id, oneOf, text } from '../list/list-address.ts'
import { RowLink, rowLinkLook } from '../list/list-rows.tsx'
import type { Route } from './+types/payments-page'
import { paymentTones } from './payment-labels.ts'

const list = defineList({
  path: links.payments,
  tabs: {
    name: 'queue',
    values: [
      { value: 'review', label: m.admin_payments_queue_review, count: 'waiting' },
      { value: 'unmatched', label: m.admin_payments_queue_unmatched, count: 'waiting' },
      { value: 'unreported', label: m.admin_payments_queue_unreported, count: 'waiting' },
      { value: 'answerLost', label: m.admin_payments_queue_answer_lost, count: 'waiting' },
      { value: 'matched', label: m.admin_payments_queue_matched },
      { value: 'all', label: m.admin_payments_queue_all },
    ],
  },
  fields: {
    search: text,
    purpose: oneOf(PAYABLE_TYPES),
    method: oneOf(MONEY_METHODS),
    status: oneOf(PAYMENT_STATUSES),
    accountId: id,
    fromDay: day,
    toDay: day,
  },
})

const empty: Readonly<Record<PaymentQueue, () => string>> = {
  review: m.admin_payments_review_empty,
  unmatched: m.admin_payments_unmatched_empty,
  unreported: m.admin_payments_unreported_empty,
  answerLost: m.admin_payments_answer_lost_empty,
  matched: m.admin_payments_matched_empty,
  all: m.admin_payments_all_empty,
}

const MatchDialog = lazyWithRetry(() => import('./match-dialog.tsx').then((module) => module.MatchDialog))

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/payments', { query: search }))

export const meta = () => pageTitle(m.admin_menu_payments())

/** Money of every purpose: what wants a decision, what matches nothing, and everything. */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  const [matching, setMatching] = useState<PaymentListItem>()
  const [open, setOpen] = useState(false)
  const match = (row: PaymentListItem) => {
    setMatching(row)
    setOpen(true)
  }
  return (
    <>
      <AdminListPage
        title={m.admin_menu_payments()}
        action={
          <LinkButton variant="secondary" size="sm" to={links.reconciliation()}>
            {m.admin_menu_reconciliation()}
          </LinkButton>
        }
        list={list}
        loaded={loaderData}
        shared
        searchBy={{
          label: m.admin_payments_search_label(),
          placeholder: m.admin_payments_search_placeholder(),
        }}
        filters={paymentFilters}
        csv="GET /api/admin/payments.csv"
        count={m.admin_payments_found}
        sum={m.admin_payments_sum}
        empty={({ queue }) => empty[queue]()}
        rowName={({ reference }) => reference || m.admin_payments_no_reference()}
        columns={[
          {
            head: m.admin_payments_for(),
            cell: (row) => (
              <>
                <PaymentLink
                  row={row}
                  to={links.payment(row._id, list.filters(loaderData.search))}
                  onMatch={match}
                />
                <Payable row={row} />
              </>
            ),
          },
          { head: m.admin_payments_amount(), cell: (row) => <Amount row={row} /> },
          { head: m.admin_payments_method(), cell: (row) => <Method row={row} /> },
          { head: m.admin_payments_payer(), wide: true, cell: (row) => <Payer row={row} /> },
          {
            head: m.admin_payments_status(),
            wide: true,
            className: '@4xl:w-1/3',
            cell: (row) => <PaymentState row={row} />,
          },
        ]}
      />
      <WhenOpen open={open}>
        {matching && (
          <MatchDialog key={matching._id} money={matching} open={open} onClose={() => setOpen(false)} />
        )}
      </WhenOpen>
    </>
  )
}

const paymentFilters = () => [
  {
    name: 'purpose',
    label: m.admin_payments_for(),
    choices: Object.entries(payableTypeLabels).map(([value, label]) => ({ value, label: label() })),
  },
  {
    name: 'method',
    label: m.admin_payments_method(),
    choices: MONEY_METHODS.map((value) => ({ value, label: paymentMethodLabels[value]() })),
  },
  {
    name: 'status',
    label: m.admin_payments_status(),
    choices: PAYMENT_STATUSES.map((value) => ({ value, label: paymentStateLabel(value) })),
  },
  { name: 'fromDay', label: m.admin_payments_from(), day: true as const },
  { name: 'toDay', label: m.admin_payments_until(), day: true as const },
]

type Shown = { row: PaymentListItem }
type PaymentLinkProps = Shown & { to: string; onMatch: (row: PaymentListItem) => void }

/** Leads to what is decided about a row: the payment, the listing of a pasted message, or the matching. */
function PaymentLink({ row, to, onMatch }: PaymentLinkProps) {
  if (row.kind === 'transaction') {
    return (
      <button type="button" data-row={row._id} onClick={() => onMatch(row)} className={rowLinkLook}>
        {row.reference || m.admin_payments_no_reference()}
        <span className="sr-only">: {m.admin_payments_match_label()}</span>
      </button>
    )
  }
  return (
    <RowLink to={row.kind === 'proof' ? links.listing(row.purchaseId ?? '') : to} id={row._id}>
      {row.reference}
    </RowLink>
  )
}

function Payable({ row: { kind, purpose } }: Shown) {
  const words = purpose === null ? m.admin_payments_paid_by_hand() : payableTypeLabels[purpose]()
  return (
    <span className="block text-sm text-soft">
      {kind === 'proof' ? m.admin_payments_pasted_message({ purchase: words }) : words}
    </span>
  )
}

function Payer({ row: { payer, phone, at } }: Shown) {
  return (
    <span className="block min-w-0">
      <span className="block font-medium break-words">{payer || m.admin_payments_payer_unknown()}</span>
      <span className="figures block text-sm text-soft">{phone || showInstant(at)}</span>
      {phone && <span className="figures block text-sm text-soft">{showInstant(at)}</span>}
    </span>
  )
}

/** What came in, and what was asked for where that differs. */
function Amount({ row: { amount, received } }: Shown) {
  const shown = received ?? amount ?? 0
  return (
    <span className="block">
      <span className="figures block font-semibold whitespace-nowrap">{showKsh(shown)}</span>
      {received !== null && amount !== null && received !== amount && (
        <span className="figures block text-sm whitespace-nowrap text-clay-deep">
          {m.admin_payments_asked({ amount: showKsh(amount) })}
        </span>
      )}
      {received === null && <span className="block text-sm text-soft">{m.admin_payments_asked_for()}</span>}
    </span>
  )
}

function Method({ row: { method, code } }: Shown) {
  return (
    <span className="block text-sm">
      <span className="block">{paymentMethodLabels[method]()}</span>
      <span className="figures block text-soft">{code ?? ''}</span>
    </span>
  )
}

/** How it stands, why, and what to look at twice. */
function PaymentState({ row: { status, outcome, warnings } }: Shown) {
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge tone={paymentTones[status]}>{paymentStateLabel(status)}</StatusBadge>
      <span className="text-sm">{outcome}</span>
      {warnings.map((warning) => (
        <span key={warning} className="flex gap-1.5 text-sm font-medium text-clay-deep">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </span>
      ))}
    </span>
  )
}
