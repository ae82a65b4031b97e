import type { AdminFine } from '@twende/contract/bookings/fine.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { DisputeBadge } from '../bookings/dispute-part.tsx'
import { NumberPlate } from '../fleet/fleet-cells.tsx'
import { pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, text } from '../list/list-address.ts'
import type { Route } from './+types/fines-page'
import { FineActions, FineRecord } from './fine-parts.tsx'

const RecordFineDialog = lazyWithRetry(() =>
  import('./record-fine-dialog.tsx').then((module) => module.RecordFineDialog),
)

const list = defineList({
  path: links.fines,
  tabs: {
    name: 'tab',
    values: [
      { value: 'charged', label: m.admin_fines_tab_charged, count: 'quiet' },
      { value: 'own', label: m.admin_fines_tab_own, count: 'quiet' },
      { value: 'withdrawn', label: m.admin_fines_tab_withdrawn, count: 'quiet' },
    ],
  },
  fields: { search: text, fromDay: day, toDay: day },
})

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/fines', { query: search }))

export const meta = () => pageTitle(m.admin_menu_fines())

/** Traffic fines that arrived, and whom they are charged to. */
export default function FinesPage({ loaderData }: Route.ComponentProps) {
  const [recording, setRecording] = useState(false)
  return (
    <>
      <AdminListPage
        title={m.admin_menu_fines()}
        intro={m.admin_fines_intro()}
        action={
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setRecording(true)}
          >
            {m.admin_fines_record_button()}
          </Button>
        }
        list={list}
        loaded={loaderData}
        searchBy={{
          label: m.admin_fines_search_label(),
          placeholder: m.admin_fines_search_placeholder(),
        }}
        filters={() => [
          { name: 'fromDay', label: m.admin_fines_from(), day: true },
          { name: 'toDay', label: m.admin_fines_until(), day: true },
        ]}
        csv={useRights().includes('payments') ? 'GET /api/admin/fines.csv' : undefined}
        count={m.admin_fines_found}
        sum={m.admin_fines_sum}
        empty={() => m.admin_fines_empty()}
        rowName={({ numberPlate, amount }) => `${numberPlate}, ${showKsh(amount)}`}
        columns={[
          { head: m.admin_fines_title(), wide: true, cell: (fine) => <FineCell fine={fine} /> },
          { head: m.admin_fines_charged_to(), wide: true, cell: (fine) => <RentalCell fine={fine} /> },
          { head: m.admin_fines_note_label(), wide: true, cell: (fine) => <RecordCell fine={fine} /> },
        ]}
      />
      <WhenOpen open={recording}>
        <RecordFineDialog open={recording} onClose={() => setRecording(false)} />
      </WhenOpen>
    </>
  )
}

function FineCell({ fine }: { fine: AdminFine }) {
  const { amount, numberPlate, offenceAt, reference, carName, withdrawnAt, dispute } = fine
  return (
    <>
      <p className="figures text-xl font-semibold">{showKsh(amount)}</p>
      <p>
        <NumberPlate>{numberPlate}</NumberPlate> {carName}
      </p>
      <p className="figures text-sm text-soft">{showInstant(offenceAt)}</p>
      {reference && <p className="figures text-sm break-words text-soft">{reference}</p>}
      {dispute && !withdrawnAt && (
        <p>
          <DisputeBadge of={{ fine: fine._id }} dispute={dispute} />
        </p>
      )}
    </>
  )
}

function RentalCell({ fine: { _id, rental } }: { fine: AdminFine }) {
  if (!rental) return <p className="text-soft">{m.admin_fines_own()}</p>
  return (
    <>
      <Link
        data-row={_id}
        to={links.booking(rental._id)}
        className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
      >
        {rental.reference}
      </Link>
      <p className="break-words">{rental.customer}</p>
    </>
  )
}

function RecordCell({ fine }: { fine: AdminFine }) {
  const { revalidate } = useRevalidator()
  return (
    <div className="grid min-w-0 gap-2">
      <FineRecord fine={fine} />
      <FineActions
        fine={fine}
        act={async (send) => {
          toast.success((await send()).message)
          await revalidate()
        }}
      />
    </div>
  )
}
