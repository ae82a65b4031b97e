import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { EmptyQueue } from '../empty-queue.tsx'
import { FoundCount } from '../found-count.tsx'
import { ShortcutsNote } from '../shortcuts-note.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import { MoneyCards } from './money-cards.tsx'
import { type MoneySearch, moneyHref } from './money-search.ts'
import { MoneyTable } from './money-table.tsx'

type FoundMoney = Reply<'GET /api/admin/payments'>

const MatchDialog = later(() => import('./match-dialog.tsx').then((module) => module.MatchDialog))

type MoneyListProps = { search: MoneySearch; found: FoundMoney }

/** One page of money: a table where there is room for one, else cards. */
export function MoneyList({ search, found: { data: rows, pagination } }: MoneyListProps) {
  const [matching, setMatching] = useState<PaymentListItem>()
  const [open, setOpen] = useState(false)
  useRowKeys()
  if (rows.length === 0) return <NoMoney search={search} />
  const shown = {
    rows,
    hrefOf: (paymentId: string) => moneyHref(search, paymentId),
    onMatch: (row: PaymentListItem) => {
      setMatching(row)
      setOpen(true)
    },
  }
  return (
    <div className="mt-5">
      <FoundCount {...pagination} what="payment(s)" />
      <MoneyCards {...shown} />
      <MoneyTable {...shown} />
      <Pagination
        {...pagination}
        hrefFor={(page) => moneyHref({ ...search, page })}
        label="Pages of payments"
      />
      <ShortcutsNote
        keys={[
          ['J', 'next'],
          ['K', 'previous'],
          ['Enter', 'open'],
          ['/', 'search'],
        ]}
      />
      <WhenOpen open={open}>
        {matching && (
          <MatchDialog key={matching._id} money={matching} open={open} onClose={() => setOpen(false)} />
        )}
      </WhenOpen>
    </div>
  )
}

const nothing: Readonly<Record<MoneySearch['queue'], string>> = {
  review: 'No payment waits for a decision.',
  unmatched: 'Every shilling that M-Pesa told us of has its purchase.',
  matched: 'Nothing has been paid yet.',
  all: 'There are no payments yet.',
}

function NoMoney({ search }: { search: MoneySearch }) {
  const { queue, page: _, ...filters } = search
  return (
    <div className="mt-5">
      <EmptyQueue
        thing="payment"
        narrowed={Object.values(filters).some(Boolean)}
        whole={moneyHref({ queue })}
      >
        {nothing[queue]}
      </EmptyQueue>
    </div>
  )
}
