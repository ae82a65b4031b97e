import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { EmptyQueue } from '../empty-queue.tsx'
import { ShortcutsNote } from '../shortcuts-note.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import { RefundCard, type RefundDeed } from './refund-card.tsx'
import { type RefundSearch, refundHref } from './refund-search.ts'

type FoundRefunds = Reply<'GET /api/admin/refunds'>

const ApproveDialog = later(() => import('./approve-dialog.tsx').then((module) => module.ApproveDialog))
const SendDialog = later(() => import('./send-dialog.tsx').then((module) => module.SendDialog))

type Asked = { deed: RefundDeed; refund: RefundTask }

/** One page of refunds, and the questions before something is done with one. */
export function RefundList({ search, found }: { search: RefundSearch; found: FoundRefunds }) {
  const { data: refunds, pagination } = found
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  useRowKeys()
  const close = () => setOpen(false)
  const ask = (deed: RefundDeed, refund: RefundTask) => {
    setAsked({ deed, refund })
    setOpen(true)
  }
  return (
    <div className="mt-5">
      {refunds.length === 0 ? (
        <NoRefunds search={search} />
      ) : (
        <>
          <p role="status" className="mb-3 font-semibold">
            {pagination.total} refund(s)
          </p>
          <ul aria-label="Refunds" className="grid gap-3">
            {refunds.map((refund) => (
              <RefundCard key={refund._id} refund={refund} onAsk={(deed) => ask(deed, refund)} />
            ))}
          </ul>
          <Pagination
            {...pagination}
            hrefFor={(page) => refundHref({ ...search, page })}
            label="Pages of refunds"
          />
          <ShortcutsNote
            keys={[
              ['J', 'next'],
              ['K', 'previous'],
              ['/', 'search'],
            ]}
          />
        </>
      )}
      <WhenOpen open={open && asked?.deed === 'approve'}>
        {asked && (
          <ApproveDialog
            key={asked.refund._id}
            refund={asked.refund}
            open={open && asked.deed === 'approve'}
            onClose={close}
          />
        )}
      </WhenOpen>
      <WhenOpen open={open && asked?.deed === 'send'}>
        {asked && (
          <SendDialog
            key={asked.refund._id}
            refund={asked.refund}
            open={open && asked.deed === 'send'}
            onClose={close}
          />
        )}
      </WhenOpen>
    </div>
  )
}

const nothing: Readonly<Record<RefundSearch['queue'], string>> = {
  due: 'No refund waits to be sent.',
  waiting: 'No refund waits for a second person.',
  sent: 'No refund has been sent yet.',
}

function NoRefunds({ search: { queue, search } }: { search: RefundSearch }) {
  return (
    <EmptyQueue thing="refund" narrowed={search !== undefined} whole={refundHref({ queue })}>
      {nothing[queue]}
    </EmptyQueue>
  )
}
