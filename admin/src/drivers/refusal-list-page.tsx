import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { REFUSAL_LIST_STATES, type RefusalListEntry } from '@twende/contract/drivers/refusal-list.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, text } from '../list/list-address.ts'
import type { Route } from './+types/refusal-list-page'
import { PersonLines, personWords, refusedForLabels } from './refusal-list-labels.tsx'

const AddRefusalDialog = lazyWithRetry(() =>
  import('./refusal-list-dialogs.tsx').then((module) => module.AddRefusalDialog),
)
const AppealDialog = lazyWithRetry(() =>
  import('./refusal-list-dialogs.tsx').then((module) => module.AppealDialog),
)

const tabLabels = {
  in_force: m.admin_refusal_list_tab_in_force,
  ended: m.admin_refusal_list_tab_ended,
  lifted: m.admin_refusal_list_tab_lifted,
}

const list = defineList({
  path: links.refusalList,
  tabs: {
    name: 'state',
    values: REFUSAL_LIST_STATES.map((value) => ({ value, label: tabLabels[value] })),
  },
  fields: { search: text },
})

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/refusal-list', { query: search }),
)

export const meta = () => pageTitle(m.admin_menu_refusal_list())

type Asked = { kind: 'add' } | { kind: 'appeal'; entry: RefusalListEntry }

/** People to whom no car is rented for a time, why, and what they said against it. */
export default function RefusalListPage({ loaderData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked>()
  const mayDecide = useSession()?.owner?.role === 'admin'
  const close = () => setAsked(undefined)
  return (
    <>
      <AdminListPage
        title={m.admin_menu_refusal_list()}
        intro={m.admin_refusal_list_intro()}
        action={
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setAsked({ kind: 'add' })}
          >
            {m.admin_refusal_list_add()}
          </Button>
        }
        list={list}
        loaded={loaderData}
        searchBy={{
          label: m.admin_refusal_list_search_label(),
          placeholder: m.admin_refusal_list_search_placeholder(),
        }}
        empty={() => m.admin_refusal_list_empty()}
        rowName={personWords}
        columns={[
          { head: m.admin_refusal_list_person(), cell: (entry) => <PersonLines entry={entry} /> },
          { head: m.admin_refusal_list_why(), wide: true, cell: (entry) => <WhyCell entry={entry} /> },
          {
            head: m.admin_refusal_list_until(),
            cell: ({ until }) => (
              <>
                <span className="text-sm text-soft md:hidden">{m.admin_refusal_list_until()} </span>
                <span className="figures">{showDay(until)}</span>
              </>
            ),
          },
          ...(mayDecide
            ? [
                {
                  head: m.admin_refusal_list_actions(),
                  wide: true,
                  cell: (entry: RefusalListEntry) =>
                    entry.state === 'in_force' && (
                      <Button
                        variant="secondary"
                        size="sm"
                        onClick={() => setAsked({ kind: 'appeal', entry })}
                      >
                        {m.admin_refusal_list_appeal()}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <WhenOpen open={asked !== undefined}>
        {asked?.kind === 'add' && <AddRefusalDialog open onClose={close} />}
        {asked?.kind === 'appeal' && <AppealDialog entry={asked.entry} open onClose={close} />}
      </WhenOpen>
    </>
  )
}

function WhyCell({ entry: { reason, note, addedBy, addedAt, appeals } }: { entry: RefusalListEntry }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{refusedForLabels[reason]()}</p>
      <p className="break-words whitespace-pre-line">{note}</p>
      <p className="figures text-sm text-soft">
        {m.admin_refusal_list_added({ name: addedBy, time: showInstant(addedAt) })}
      </p>
      {appeals.map(({ at, by, decision, appeal, reason: why }) => (
        <div key={at} className="mt-2 border-l-2 border-line pl-3 text-sm">
          <p className="figures font-semibold">
            {decision === 'lifted'
              ? m.admin_refusal_list_appeal_lifted({ name: by, time: showInstant(at) })
              : m.admin_refusal_list_appeal_kept({ name: by, time: showInstant(at) })}
          </p>
          <p className="break-words whitespace-pre-line">{appeal}</p>
          <p className="break-words whitespace-pre-line text-soft">{why}</p>
        </div>
      ))}
    </div>
  )
}
