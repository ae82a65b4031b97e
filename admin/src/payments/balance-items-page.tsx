import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { BALANCES, type BalanceItem, balanceLabels } from '@twende/contract/payments/balance-routes.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, oneOf } from '../list/list-address.ts'
import { RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/balance-items-page'
import { payableHref } from './payment-labels.ts'

const list = defineList({ path: links.balanceItems, fields: { balance: oneOf(BALANCES), day } })

/** An address without a balance is that of the first. */
const balanceOf = ({ balance = BALANCES[0] }: { balance?: (typeof BALANCES)[number] | undefined }) => balance

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/balance-items', { query: { ...search, balance: balanceOf(search) } }),
)

export const meta = () => pageTitle(m.admin_menu_balances())

/** The purchases of which one balance consists at the end of a day. */
export default function BalanceItemsPage({ loaderData }: Route.ComponentProps) {
  const balance = balanceOf(loaderData.search)
  return (
    <AdminListPage
      title={m.admin_balances_list_title({ balance: balanceLabels[balance]() })}
      intro={m.admin_balances_list_text()}
      back={{ to: links.balances({ day: loaderData.search.day }), label: m.admin_menu_balances() }}
      list={list}
      loaded={{ ...loaderData, search: { ...loaderData.search, balance } }}
      filters={() => [
        {
          name: 'balance',
          label: m.admin_balances_choose(),
          choices: BALANCES.map((value) => ({ value, label: balanceLabels[value]() })),
        },
        { name: 'day', label: m.admin_balances_day_label(), day: true },
      ]}
      csv="GET /api/admin/balance-items.csv"
      count={m.admin_balances_found}
      sum={m.admin_balances_list_sum}
      empty={() => m.admin_balances_empty()}
      rowName={({ reference }) => reference}
      columns={[
        { head: m.admin_balances_for(), cell: (item) => <PaidFor item={item} /> },
        {
          head: m.admin_balances_amount(),
          figures: true,
          cell: ({ amount }) => <span className="figures font-semibold">{showKsh(amount)}</span>,
        },
        { head: m.admin_refunds_customer(), wide: true, cell: ({ customer }) => customer },
        {
          head: m.csv_since(),
          wide: true,
          cell: ({ since }) => (
            <>
              <span aria-hidden="true" className="block text-sm text-soft @4xl:hidden">
                {m.csv_since()}
              </span>
              <span className="figures">{showDay(since)}</span>
            </>
          ),
        },
      ]}
    />
  )
}

function PaidFor({ item: { _id, purpose, purchaseId, reference } }: { item: BalanceItem }) {
  return (
    <>
      <RowLink to={payableHref({ purpose, purchaseId: purchaseId ?? '', reference })} id={_id}>
        {reference}
      </RowLink>
      <span className="block text-sm text-soft">{payableTypeLabels[purpose]()}</span>
    </>
  )
}
