import { PRICE_RULE_KINDS, type PriceRule } from '@twende/contract/prices/price-rule.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, oneOf } from '../list/list-address.ts'
import type { Route } from './+types/price-rules-page'
import { EditAndRemove } from './edit-and-remove.tsx'
import { carsWords, datesWords, effectWords, kindLabels, weekdaysWords } from './price-format.ts'

const REMOVE = 'POST /api/admin/price-rule/:ruleId/remove'

const PriceRuleDialog = lazyWithRetry(() =>
  import('./price-rule-dialog.tsx').then((module) => module.PriceRuleDialog),
)

const list = defineList({ path: links.prices, fields: { kind: oneOf(PRICE_RULE_KINDS) } })

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/price-rules', { query: search }),
)

export const meta = () => pageTitle(m.admin_menu_prices())

type Asked = { kind: 'add' } | { kind: 'edit'; rule: PriceRule }

/** What rentals cost beside the prices of the cars: weekends, seasons, events, long rentals, insurance. */
export default function PriceRulesPage({ loaderData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked>()
  const mayChange = useSession()?.owner?.role === 'admin'
  const close = () => setAsked(undefined)
  return (
    <>
      <AdminListPage
        title={m.admin_menu_prices()}
        intro={m.admin_prices_intro()}
        action={<PageActions onAdd={mayChange ? () => setAsked({ kind: 'add' }) : undefined} />}
        list={list}
        loaded={loaderData}
        filters={() => [
          {
            name: 'kind',
            label: m.admin_prices_kind_filter(),
            any: m.admin_prices_kind_any(),
            choices: PRICE_RULE_KINDS.map((kind) => ({ value: kind, label: kindLabels[kind].label() })),
          },
        ]}
        empty={() => m.admin_prices_none()}
        rowName={({ name }) => name}
        columns={[
          { head: m.admin_prices_rule(), cell: (rule) => <RuleCell rule={rule} /> },
          {
            head: m.admin_prices_effect(),
            cell: (rule) => <span className="figures font-semibold">{effectWords(rule)}</span>,
          },
          { head: m.admin_prices_days(), wide: true, cell: (rule) => <DaysCell rule={rule} /> },
          ...(mayChange
            ? [
                {
                  head: m.admin_prices_actions(),
                  wide: true,
                  cell: (rule: PriceRule) => (
                    <EditAndRemove
                      name={rule.name}
                      removeText={m.admin_prices_remove_text()}
                      remove={() => call(REMOVE, { params: { ruleId: rule._id } })}
                      onEdit={() => setAsked({ kind: 'edit', rule })}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <WhenOpen open={asked !== undefined}>
        {asked && (
          <PriceRuleDialog rule={asked.kind === 'edit' ? asked.rule : undefined} open onClose={close} />
        )}
      </WhenOpen>
    </>
  )
}

function PageActions({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton
        to={links.priceCalendar()}
        variant="secondary"
        size="sm"
        icon={<CalendarDays aria-hidden="true" className="size-5" />}
      >
        {m.admin_prices_calendar()}
      </LinkButton>
      {onAdd && (
        <Button size="sm" icon={<Plus aria-hidden="true" className="size-5" />} onClick={onAdd}>
          {m.admin_prices_add()}
        </Button>
      )}
    </div>
  )
}

function RuleCell({ rule }: { rule: PriceRule }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold break-words">{rule.name}</p>
      <p className="text-sm text-soft">{carsWords(rule)}</p>
    </div>
  )
}

function DaysCell({ rule }: { rule: PriceRule }) {
  return (
    <div className="figures text-sm">
      <p>{datesWords(rule)}</p>
      <p className="text-soft">{weekdaysWords(rule)}</p>
    </div>
  )
}
