import { showKsh } from '@twende/contract/money.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { DetailPanel } from '../frame/detail-panel.tsx'

const cell = 'px-2 py-3 first:pl-0 last:pr-0'

/** What came in and went out on the day in all. */
export function Totals({ totals }: Pick<Reconciliation, 'totals'>) {
  const figures = [
    [
      m.admin_payments_total_received(),
      totals.received.amount,
      m.admin_payments_total_received_note({ count: totals.received.count }),
    ],
    [
      m.admin_payments_total_refunded(),
      totals.refunded.amount,
      m.admin_payments_total_refunded_note({ count: totals.refunded.count }),
    ],
    [m.admin_payments_total_net(), totals.net, m.admin_payments_total_net_note()],
    [
      m.admin_payments_total_review(),
      totals.inReview.amount,
      m.admin_payments_total_review_note({ count: totals.inReview.count }),
    ],
    [
      m.admin_payments_total_unmatched(),
      totals.unmatched.amount,
      m.admin_payments_total_unmatched_note({ count: totals.unmatched.count }),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {figures.map(([label, amount, note]) => (
        <div key={label} className="panel p-4">
          <dt className="text-sm text-soft">{label}</dt>
          <dd>
            <span className="figures block text-lg font-semibold sm:text-2xl">{showKsh(amount)}</span>
            <span className="figures text-sm text-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Opening balance, in, out and closing balance of each account that has or had money. */
export function AccountsOfDay({ accounts }: Pick<Reconciliation, 'accounts'>) {
  const used = accounts.filter(({ opening, in: came, out }) => opening !== 0 || came !== 0 || out !== 0)
  return (
    <DetailPanel title={m.admin_payments_accounts_title()}>
      {used.length === 0 && <p className="text-soft">{m.admin_payments_accounts_none()}</p>}
      <ul className="grid divide-y divide-line">
        {used.map(({ account, opening, in: came, out, closing }) => (
          <li key={account} className="py-3 first:pt-0 last:pb-0">
            <h4 className="font-semibold">{accountLabels[account]()}</h4>
            <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
              {(
                [
                  [m.admin_payments_account_opening(), opening],
                  [m.admin_payments_account_in(), came],
                  [m.admin_payments_account_out(), out],
                  [m.admin_payments_account_closing(), closing],
                ] as const
              ).map(([label, amount]) => (
                <div key={label}>
                  <dt className="text-sm text-soft">{label}</dt>
                  <dd className="figures font-medium whitespace-nowrap">{showKsh(amount)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}

/** What came in, by purpose and method; its rows add up to what was received. */
export function CameIn({ books: { cameIn, totals } }: { books: Reconciliation }) {
  return (
    <DetailPanel title={m.admin_payments_received_title()}>
      {cameIn.length === 0 ? (
        <p className="text-soft">{m.admin_payments_received_none()}</p>
      ) : (
        <table className="w-full border-collapse">
          <thead className="border-b border-line text-left text-sm text-soft">
            <tr>
              <th scope="col" className={cell}>
                {m.admin_payments_column_for_method()}
              </th>
              <th scope="col" className={`${cell} text-right`}>
                {m.admin_menu_payments()}
              </th>
              <th scope="col" className={`${cell} text-right`}>
                {m.admin_payments_amount()}
              </th>
            </tr>
          </thead>
          <tbody className="figures divide-y divide-line">
            {cameIn.map(({ method, purpose, count, amount }) => (
              <tr key={method + purpose}>
                <td className={cell}>
                  {payableTypeLabels[purpose]()}
                  <span className="block text-sm text-soft">{paymentMethodLabels[method]()}</span>
                </td>
                <td className={`${cell} text-right`}>{count}</td>
                <td className={`${cell} text-right whitespace-nowrap`}>{showKsh(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="figures border-t border-ink font-semibold">
            <tr>
              <th scope="row" className={`${cell} text-left`}>
                {m.admin_payments_total()}
              </th>
              <td className={`${cell} text-right`}>{totals.received.count}</td>
              <td className={`${cell} text-right whitespace-nowrap`}>{showKsh(totals.received.amount)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </DetailPanel>
  )
}
