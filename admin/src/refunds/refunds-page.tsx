import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import {
  payableTypeLabels,
  REFUNDS_ALONE_A_DAY,
  type RefundQueue,
  refundMethodLabels,
} from '@twende/contract/payments/payment-choices.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { timeAgo } from '../frame/format-time.ts'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, text } from '../list/list-address.ts'
import { payableHref, payersInWords } from '../payments/payment-labels.ts'
import type { Route } from './+types/refunds-page'

const list = defineList({
  path: links.refunds,
  tabs: {
    name: 'queue',
    values: [
      { value: 'due', label: m.admin_refunds_queue_due, count: 'waiting' },
      { value: 'waiting', label: m.admin_refunds_queue_waiting, count: 'waiting' },
      { value: 'sent', label: m.admin_refunds_queue_sent },
    ],
  },
  fields: { search: text, fromDay: day, toDay: day },
})

const ApproveDialog = lazyWithRetry(() =>
  import('./refund-dialogs.tsx').then((module) => module.ApproveDialog),
)

const SendDialog = lazyWithRetry(() => import('./refund-dialogs.tsx').then((module) => module.SendDialog))

const ConfirmDialog = lazyWithRetry(() =>
  import('./refund-dialogs.tsx').then((module) => module.ConfirmDialog),
)

const MoveDialog = lazyWithRetry(() => import('./refund-dialogs.tsx').then((module) => module.MoveDialog))

const dialogs = {
  approve: ApproveDialog,
  send: SendDialog,
  confirm: ConfirmDialog,
  move: MoveDialog,
} as const

const empty: Readonly<Record<RefundQueue, () => string>> = {
  due: m.admin_refunds_due_empty,
  waiting: m.admin_refunds_waiting_empty,
  sent: m.admin_refunds_sent_empty,
}

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/refunds', { query: search }))

export const meta = () => pageTitle(m.admin_menu_refunds())

/** Money that goes back: to be sent, waiting for a second person, sent. */
export default function RefundsPage({ loaderData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<{ action: RefundAction; refund: RefundTask }>()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <AdminListPage
        title={m.admin_menu_refunds()}
        list={list}
        loaded={loaderData}
        shared
        searchBy={{
          label: m.admin_refunds_search_label(),
          placeholder: m.admin_refunds_search_placeholder(),
        }}
        filters={() => [
          { name: 'fromDay', label: m.admin_refunds_from(), day: true },
          { name: 'toDay', label: m.admin_refunds_until(), day: true },
        ]}
        csv="GET /api/admin/refunds.csv"
        notice={({ owed }) => (
          <Link to={links.balances()} className="underline underline-offset-4">
            {m.admin_refunds_owed_in_all({ amount: showKsh(owed) })}
          </Link>
        )}
        count={m.admin_refunds_found}
        sum={m.admin_refunds_sum}
        empty={({ queue }) => empty[queue]()}
        rowName={({ reference }) => reference}
        columns={[
          {
            head: m.admin_refunds_refund(),
            className: '@4xl:w-2/5',
            cell: (refund) => <Refund refund={refund} />,
          },
          {
            head: m.admin_refunds_customer(),
            wide: true,
            cell: (refund) => <Recipient refund={refund} />,
          },
          {
            head: m.admin_refunds_next_step(),
            wide: true,
            cell: (refund) => (
              <Actions
                refund={refund}
                onAsk={(action) => {
                  setAsked({ action, refund })
                  setOpen(true)
                }}
              />
            ),
          },
        ]}
      />
      {asked && <RefundDialog key={asked.refund._id + asked.action} {...asked} open={open} onClose={close} />}
    </>
  )
}

type RefundDialogProps = { action: RefundAction; refund: RefundTask; open: boolean; onClose: () => void }

/** The dialog of the chosen action. */
function RefundDialog({ action, ...props }: RefundDialogProps) {
  const Dialog = dialogs[action]
  return (
    <WhenOpen open={props.open}>
      <Dialog {...props} />
    </WhenOpen>
  )
}

function Recipient({ refund }: { refund: RefundTask }) {
  const { customer, contactPhone } = refund
  const payer = payersInWords(refund.payers)
  return (
    <>
      <p className="font-medium break-words">{customer.name}</p>
      {contactPhone && <p className="figures">{showPhone(contactPhone)}</p>}
      <p className="figures text-sm">
        {refund.payers.length > 1
          ? m.admin_refunds_paid_by_several({ parts: payer })
          : payer
            ? m.admin_refunds_paid_by({ payer })
            : m.admin_refunds_payer_unknown()}
      </p>
      <p className="text-sm wrap-anywhere text-soft">{customer.email}</p>
    </>
  )
}

type RefundAction = 'approve' | 'send' | 'confirm' | 'move'

/** How much goes back, how it stands, what for and why. */
function Refund({ refund }: { refund: RefundTask }) {
  const { amount, purpose, purchaseId, reference, reason, contains, status, createdAt } = refund
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="figures text-xl font-semibold">{showKsh(amount)}</span>
        <RefundState refund={refund} />
      </p>
      <p className="text-sm text-soft">
        {payableTypeLabels[purpose]()}{' '}
        <Link
          to={payableHref({ purpose, purchaseId, reference })}
          className="figures inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 md:min-h-6"
        >
          {reference}
        </Link>
        {status === 'due' && `, ${timeAgo(createdAt)}`}
      </p>
      <p className="mt-1">{reason}</p>
      {contains.length > 0 && (
        <div className="mt-1 text-sm">
          <p className="text-soft">{m.admin_refunds_extras()}</p>
          <ul className="figures">
            {contains.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function RefundState({ refund }: { refund: RefundTask }) {
  const { status, needsSecondPerson, approvedBy, paymentToApprove, movedTo } = refund
  if (movedTo !== null) return <StatusBadge tone="acacia">{m.admin_refunds_status_moved()}</StatusBadge>
  if (status === 'sent') return <StatusBadge tone="acacia">{m.admin_refunds_status_sent()}</StatusBadge>
  if (needsSecondPerson && approvedBy === null) {
    return (
      <StatusBadge tone="sunrise" icon={<Users aria-hidden="true" />}>
        {m.admin_refunds_status_needs_admin()}
      </StatusBadge>
    )
  }
  if (paymentToApprove !== null) {
    return (
      <StatusBadge tone="sunrise" icon={<Users aria-hidden="true" />}>
        {m.admin_refunds_status_payment_unapproved()}
      </StatusBadge>
    )
  }
  return <StatusBadge tone="clay">{m.admin_refunds_status_due()}</StatusBadge>
}

type ActionsProps = { refund: RefundTask; onAsk: (action: RefundAction) => void }

function Actions({ refund, onAsk }: ActionsProps) {
  const { mayApprove, maySend, mayMove, mayConfirm, approvedBy, status } = refund
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      {approvedBy && <p className="text-soft">{m.admin_refunds_approved_by({ name: approvedBy })}</p>}
      {status === 'sent' && <HowSent refund={refund} />}
      {mayApprove && (
        <Button data-row={refund._id} onClick={() => onAsk('approve')}>
          {m.admin_common_approve()}
        </Button>
      )}
      {maySend && (
        <Button data-row={refund._id} onClick={() => onAsk('send')}>
          {m.admin_refunds_send_button()}
        </Button>
      )}
      {mayConfirm && (
        <Button variant="secondary" data-row={refund._id} onClick={() => onAsk('confirm')}>
          {m.admin_refunds_confirm_button()}
        </Button>
      )}
      {mayMove && (
        <Button variant="secondary" onClick={() => onAsk('move')}>
          {m.admin_refunds_move_button()}
        </Button>
      )}
      {status === 'due' && !mayApprove && !maySend && <WhyNot refund={refund} />}
    </div>
  )
}

/** How and when it went out, who noted that, and whether M-Pesa's statement has it. */
function HowSent({ refund }: { refund: RefundTask }) {
  const { method, sentOn, sentBy, sentAt, code, transfers, note, movedTo, confirmedBy } = refund
  return (
    <p>
      {movedTo !== null && (
        <span className="figures block font-semibold">
          {m.admin_refunds_moved_to({ reference: movedTo })}
        </span>
      )}
      {movedTo === null && method && sentOn && (
        <span className="figures block">
          {m.admin_refunds_sent_on({ method: refundMethodLabels[method](), day: showDay(sentOn) })}
        </span>
      )}
      <span className="figures block font-semibold">
        {transfers.length > 0
          ? transfers.map((one) => `${showKsh(one.amount)}: ${one.code}`).join('; ')
          : (code ?? note)}
      </span>
      <span className="figures block text-soft">
        {sentBy}, {sentAt && showInstant(sentAt)}
      </span>
      {method === 'mpesa' && (
        <span className="block text-soft">
          {confirmedBy === null
            ? m.admin_refunds_not_confirmed()
            : m.admin_refunds_confirmed_by({ name: confirmedBy })}
        </span>
      )}
    </p>
  )
}

/** What must happen before this person may send the refund. */
function WhyNot({ refund }: { refund: RefundTask }) {
  const { needsSecondPerson, approvedBy, overSumOfDay, paymentToApprove } = refund
  if (needsSecondPerson && !approvedBy) return <p className="text-soft">{m.admin_refunds_admin_first()}</p>
  if (overSumOfDay && paymentToApprove === null) {
    const limit = showKsh(REFUNDS_ALONE_A_DAY)
    return <p className="text-soft">{m.error_refunds_of_day_need_second_person({ limit })}</p>
  }
  if (paymentToApprove === null) {
    return <p className="text-soft">{m.admin_refunds_other_person_sends()}</p>
  }
  return (
    <p className="text-soft">
      <Sentence
        text={m.admin_refunds_payment_first()}
        marks={{
          payment: (text) => (
            <Link
              to={links.payment(paymentToApprove)}
              className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 md:min-h-6"
            >
              {text}
            </Link>
          ),
        }}
      />
    </p>
  )
}
