import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { StatusBadge } from '../status-badge.tsx'
import { moneyTones, statusWord } from './money-words.ts'

type Shown = { row: PaymentListItem }
export type RowsShown = {
  rows: readonly PaymentListItem[]
  hrefOf: (paymentId: string) => string
  onMatch: (row: PaymentListItem) => void
}

const look = 'figures text-left font-semibold after:absolute after:inset-0'

/** The way from a row to what is decided about it: the payment, the listing of a message, or the matching. */
export function RowLink({ row, hrefOf, onMatch }: Shown & Omit<RowsShown, 'rows'>) {
  if (row.kind === 'transaction') {
    return (
      <button type="button" data-row={row._id} onClick={() => onMatch(row)} className={look}>
        {row.reference || 'No reference'}
        <span className="sr-only">: match this money</span>
      </button>
    )
  }
  const proof = links.listing(row.purchaseId ?? '')
  return (
    <Link to={row.kind === 'proof' ? proof : hrefOf(row._id)} data-row={row._id} className={look}>
      {row.reference}
    </Link>
  )
}

export function WhatFor({ row: { kind, purpose } }: Shown) {
  const words = purpose === null ? 'Paid to us by hand' : payableTypeLabels[purpose]
  return (
    <span className="block text-sm text-soft">{kind === 'proof' ? `${words}, pasted message` : words}</span>
  )
}

export function Payer({ row: { payer, phone, at } }: Shown) {
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium">{payer || 'Unknown payer'}</span>
      <span className="figures block text-sm text-soft">{phone || showInstant(at)}</span>
      {phone && <span className="figures block text-sm text-soft">{showInstant(at)}</span>}
    </span>
  )
}

/** What came in, and what was asked for where that differs. */
export function Sum({ row: { amount, received } }: Shown) {
  const shown = received ?? amount ?? 0
  return (
    <span className="block">
      <span className="figures block font-semibold whitespace-nowrap">{showKsh(shown)}</span>
      {received !== null && amount !== null && received !== amount && (
        <span className="figures block text-sm whitespace-nowrap text-clay-deep">
          asked {showKsh(amount)}
        </span>
      )}
      {received === null && <span className="block text-sm text-soft">asked for</span>}
    </span>
  )
}

export function How({ row: { method, code } }: Shown) {
  return (
    <span className="block text-sm">
      <span className="block">{paymentMethodLabels[method]}</span>
      <span className="figures block text-soft">{code ?? ''}</span>
    </span>
  )
}

/** How it stands, why, and what to look at twice. */
export function Standing({ row: { status, outcome, warnings } }: Shown) {
  const word = statusWord(status)
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge tone={moneyTones[status]}>{word}</StatusBadge>
      {outcome !== `${word}.` && <span className="text-sm">{outcome}</span>}
      {warnings.map((warning) => (
        <span key={warning} className="flex gap-1.5 text-sm font-medium text-clay-deep">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </span>
      ))}
    </span>
  )
}
