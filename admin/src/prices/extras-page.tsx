import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { EXTRA_KINDS, type Extra } from '@twende/contract/prices/extra.ts'
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
import { defineList, oneOf } from '../list/list-address.ts'
import type { Route } from './+types/extras-page'
import { EditAndRemove } from './edit-and-remove.tsx'
import { extraName, extraPrice } from './price-format.ts'

const REMOVE = 'POST /api/admin/extra/:extraId/remove'

const ExtraDialog = lazyWithRetry(() => import('./extra-dialog.tsx').then((module) => module.ExtraDialog))

const list = defineList({ path: links.extras, fields: { kind: oneOf(EXTRA_KINDS) } })

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/extras', { query: search }))

export const meta = () => pageTitle(m.admin_menu_extras())

type Asked = { kind: 'add' } | { kind: 'edit'; extra: Extra }

/** What can be booked with a car, and at which prices. */
export default function ExtrasPage({ loaderData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked>()
  const mayChange = useSession()?.owner?.role === 'admin'
  const close = () => setAsked(undefined)
  return (
    <>
      <AdminListPage
        title={m.admin_menu_extras()}
        intro={m.admin_extras_intro()}
        action={
          mayChange && (
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" className="size-5" />}
              onClick={() => setAsked({ kind: 'add' })}
            >
              {m.admin_extras_add()}
            </Button>
          )
        }
        list={list}
        loaded={loaderData}
        filters={() => [
          {
            name: 'kind',
            label: m.admin_extras_kind_label(),
            any: m.admin_extras_kind_any(),
            choices: EXTRA_KINDS.map((kind) => ({ value: kind, label: extraKindLabel(kind) })),
          },
        ]}
        empty={() => m.admin_extras_none()}
        rowName={extraName}
        columns={[
          { head: m.admin_extras_extra(), cell: (extra) => <ExtraCell extra={extra} /> },
          {
            head: m.admin_extras_price(),
            cell: (extra) => <span className="figures font-semibold">{extraPrice(extra)}</span>,
          },
          ...(mayChange
            ? [
                {
                  head: m.admin_prices_actions(),
                  wide: true,
                  cell: (extra: Extra) => (
                    <EditAndRemove
                      name={extraName(extra)}
                      removeText={m.admin_extras_remove_text()}
                      remove={() => call(REMOVE, { params: { extraId: extra._id } })}
                      onEdit={() => setAsked({ kind: 'edit', extra })}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <WhenOpen open={asked !== undefined}>
        {asked && (
          <ExtraDialog extra={asked.kind === 'edit' ? asked.extra : undefined} open onClose={close} />
        )}
      </WhenOpen>
    </>
  )
}

function ExtraCell({ extra }: { extra: Extra }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold break-words">{extraName(extra)}</p>
      {extra.stock !== null && (
        <p className="figures text-sm text-soft">
          {extra.kind === 'chauffeur'
            ? m.admin_extras_chauffeurs({ count: extra.stock })
            : m.admin_extras_stock({ count: extra.stock })}
        </p>
      )}
    </div>
  )
}
