import { PRICE_RULE_KINDS, type PriceRule } from '@twende/contract/prices/price-rule.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { CalendarDays, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, oneOf } from '../list/list-address.ts'
import type { Route } from './+types/price-rules-page'
import { carsWords, datesWords, effectWords, kindLabels, weekdaysWords } from './price-rule-format.ts'

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
                    <RuleActions rule={rule} onEdit={() => setAsked({ kind: 'edit', rule })} />
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

function RuleActions({ rule, onEdit }: { rule: PriceRule; onEdit: () => void }) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function remove() {
    const confirmed = await ask({
      sentence: m.admin_prices_remove_title({ name: rule.name }),
      more: m.admin_prices_remove_text(),
      yes: m.admin_prices_remove(),
      danger: true,
    })
    if (!confirmed) return
    setPending(true)
    try {
      const params = { ruleId: rule._id }
      toast.success((await call('POST /api/admin/price-rule/:ruleId/remove', { params })).message)
    } catch (error) {
      toast.error(asRefusal(error).message)
    }
    await revalidate()
    setPending(false)
  }
  return (
    <div className="flex gap-2">
      <Button
        size="sm"
        variant="secondary"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        aria-label={m.admin_prices_edit_label({ name: rule.name })}
        onClick={onEdit}
      >
        {m.admin_prices_edit()}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        aria-label={m.admin_prices_remove_label({ name: rule.name })}
        pending={pending}
        onClick={() => void remove()}
      >
        {m.admin_prices_remove()}
      </Button>
    </div>
  )
}
