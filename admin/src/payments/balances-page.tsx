import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { type BalanceFigure, balanceGroups, balanceLabels } from '@twende/contract/payments/balance-routes.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/balances-page'
import { chosenDay, DayChoice } from './day-choice.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { day, today } = chosenDay(request)
  return { day, today, ...(await loadForPage(call('GET /api/admin/balances', { query: { day } }))) }
}

export const meta = () => pageTitle(m.admin_menu_balances())

const groups = [
  { title: m.balance_group_money, text: m.balance_group_money_text, of: balanceGroups.money },
  { title: m.balance_group_we_owe, text: m.balance_group_we_owe_text, of: balanceGroups.weOwe },
  { title: m.balance_group_owed_to_us, text: m.balance_group_owed_to_us_text, of: balanceGroups.owedToUs },
  { title: m.balance_group_paid_ahead, text: m.balance_group_paid_ahead_text, of: balanceGroups.paidAhead },
] as const

/** What we have, owe and are owed at the end of a day. */
export default function BalancesPage({ loaderData: { day, today, page } }: Route.ComponentProps) {
  return (
    <Page width="reading" title={m.admin_menu_balances()} intro={m.admin_balances_intro()}>
      <DayChoice day={day} today={today} hrefOf={(chosen) => links.balances({ day: chosen })} />
      <PageContent page={page}>
        {({ data }) => (
          <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
            <p className="figures font-semibold">
              {day === today
                ? m.admin_balances_now({ day: showDay(data.day) })
                : m.admin_balances_at_end_of({ day: showDay(data.day) })}
            </p>
            {groups.map((group) => (
              <Group key={group.title()} {...group} day={data.day} figures={data.figures} />
            ))}
          </div>
        )}
      </PageContent>
    </Page>
  )
}

type GroupProps = (typeof groups)[number] & { day: string; figures: readonly BalanceFigure[] }

/** Balances that belong together, and their sum where they are several. */
function Group({ title, text, of, day, figures }: GroupProps) {
  const names: readonly string[] = of
  const shown = figures.filter(({ balance }) => names.includes(balance))
  const sum = shown.reduce((total, { amount }) => total + amount, 0)
  return (
    <DetailPanel as="h2" title={title()}>
      <p className="text-soft">{text()}</p>
      <dl className="mt-2 grid divide-y divide-line">
        {shown.map((figure) => (
          <Figure key={figure.balance} figure={figure} day={day} />
        ))}
        {shown.length > 1 && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-ink py-3 font-semibold">
            <dt>{m.admin_balances_sum()}</dt>
            <dd className="figures ml-auto text-xl whitespace-nowrap">{showKsh(sum)}</dd>
          </div>
        )}
      </dl>
    </DetailPanel>
  )
}

function Figure({ figure: { balance, count, amount, parts }, day }: { figure: BalanceFigure; day: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt>
        <Link
          to={links.balanceItems({ balance, day })}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {balanceLabels[balance]()}
        </Link>
        <span className="figures block text-sm text-soft">{m.admin_balances_found({ count })}</span>
      </dt>
      <dd className="ml-auto text-right">
        <span className="figures block text-xl font-semibold whitespace-nowrap">{showKsh(amount)}</span>
        {parts.length > 1 &&
          parts.map((part) => (
            <span key={part.purpose} className="figures block text-sm text-soft">
              {m.admin_balances_part({
                purpose: payableTypeLabels[part.purpose](),
                amount: showKsh(part.amount),
              })}
            </span>
          ))}
      </dd>
    </div>
  )
}
