import { showDay } from '@twende/contract/calendar-day.ts'
import { documentKindLabels } from '@twende/contract/cars/car-cover.ts'
import { DUE_STAGES, type DueItem } from '@twende/contract/cars/due-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList } from '../list/list-address.ts'
import { RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/due-page'
import { NumberPlate } from './fleet-cells.tsx'
import { dueWords, endState, serviceState } from './fleet-labels.ts'

const list = defineList({
  path: links.carsDue,
  tabs: {
    name: 'stage',
    label: m.admin_due_tabs_label,
    values: [
      { value: 'all', label: m.admin_due_tab_all, count: 'quiet' },
      { value: '0', label: m.admin_due_tab_over, count: 'late' },
      { value: '3', label: m.admin_due_tab_three, count: 'late' },
      { value: '14', label: m.admin_due_tab_fourteen, count: 'waiting' },
      { value: '30', label: m.admin_due_tab_thirty, count: 'waiting' },
    ],
  },
  fields: {},
})

export const clientLoader = listLoader(list, ({ stage, page }) =>
  call('GET /api/admin/cars/due', {
    query: { stage: DUE_STAGES.find((known) => known === stage), page },
  }),
)

export const meta = () => pageTitle(m.admin_due_title())

/** What is due for the cars of the fleet, the most urgent first. */
export default function DuePage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_due_title()}
      back={{ to: links.fleet(), label: m.admin_menu_fleet() }}
      list={list}
      loaded={loaderData}
      shared
      empty={({ stage }) => (stage === 'all' ? m.admin_due_none() : m.admin_due_none_at_stage())}
      rowName={({ kind, carName }) => m.admin_due_row({ what: kindLabels[kind](), car: carName })}
      columns={[
        { head: m.admin_due_car(), cell: (item) => <CarCell item={item} /> },
        { head: m.admin_due_what(), wide: true, cell: ({ kind }) => kindLabels[kind]() },
        { head: m.admin_due_when(), wide: true, cell: (item) => <WhenCell item={item} /> },
      ]}
    />
  )
}

const kindLabels: Record<DueItem['kind'], () => string> = {
  ...documentKindLabels,
  service: m.admin_due_kind_service,
}

function CarCell({ item: { _id, kind, carId, carName, numberPlate } }: { item: DueItem }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RowLink to={kind === 'service' ? links.carService(carId) : links.carPapers(carId)} id={_id}>
        {carName}
      </RowLink>
      {numberPlate && <NumberPlate>{numberPlate}</NumberPlate>}
    </p>
  )
}

function WhenCell({ item }: { item: DueItem }) {
  const { kind, stage, daysLeft } = item
  const { tone, word } = kind === 'service' ? serviceState(item, stage === '0') : endState(daysLeft ?? 0)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <span className="figures text-sm text-soft">{whenWords(item)}</span>
    </p>
  )
}

function whenWords(item: DueItem): string {
  if (item.kind === 'service') return dueWords(item)
  const day = showDay(item.day ?? '')
  return (item.daysLeft ?? 0) < 0 ? m.admin_due_ended({ day }) : m.admin_due_valid_until({ day })
}
