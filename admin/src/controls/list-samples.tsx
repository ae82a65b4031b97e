import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { Breadcrumbs, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { FilterChips } from '@twende/ui/list/filter-chips.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { CarFront, SearchX } from 'lucide-react'
import { useState } from 'react'
import { PageSkeleton } from '../frame/page.tsx'
import { links, section } from '../links.ts'
import { ListTabs } from '../list/list-tabs.tsx'

const hrefFor = (page: number) => section('controls')({ page })

export function ListSamples() {
  const [search, setSearch] = useState<{ search?: string | undefined; sort?: string | undefined }>({})
  const [chips, setChips] = useState([
    { name: 'status', label: m.common_confirmed() },
    { name: 'fuel', label: m.common_fuel_type() },
  ])
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: m.admin_menu_today(), to: links.today },
          { label: m.admin_menu_fleet(), to: links.fleet() },
          { label: m.admin_controls_title() },
        ]}
      />
      <ListTabs
        tabs={[
          { to: hrefFor(1), label: m.common_pending(), current: true, count: 7, look: 'waiting' },
          { to: hrefFor(2), label: m.common_confirmed(), current: false, count: 120 },
          { to: hrefFor(3), label: m.common_cancelled(), current: false, count: 3, look: 'late' },
        ]}
      />
      <ListControls
        search={search}
        sorts={{ newest: m.common_sort_newest(), cheapest: m.common_sort_price_low() }}
        chips={[]}
        filters={<p>{m.admin_controls_hint()}</p>}
        found={31}
        foundWords={m.control_show_vehicles({ found: 31 })}
        onChange={(changed) => setSearch({ ...search, ...changed })}
        onClear={() => setSearch({})}
      />
      <FilterChips
        chips={chips}
        onDrop={(name) => setChips(chips.filter((chip) => chip.name !== name))}
        onClear={() => setChips([])}
      />
      <Pagination page={1} pages={3} hrefFor={hrefFor} />
      <Pagination page={6} pages={12} hrefFor={hrefFor} label={m.admin_controls_lists()} />
    </>
  )
}

export function StateSamples() {
  return (
    <>
      <SectionHeading
        kicker={m.admin_menu_fleet()}
        title={m.admin_controls_title()}
        action={<Button variant="secondary">{m.common_search()}</Button>}
      >
        {m.admin_controls_text()}
      </SectionHeading>
      <div className="flex flex-wrap gap-6">
        <Spinner />
        <Spinner label={m.admin_common_loading()} />
        <LoadingNote>{m.admin_common_loading()}</LoadingNote>
        <Skeleton className="h-20 w-60" />
      </div>
      <PageSkeleton />
      <div className="grid gap-6 lg:grid-cols-2">
        <EmptyState
          icon={<SearchX />}
          title={m.admin_list_none_found()}
          action={<Button>{m.common_clear_filters()}</Button>}
        >
          {m.admin_list_no_match()}
        </EmptyState>
        <ErrorState message={m.common_unreachable()} onRetry={() => {}} />
        <EmptyState icon={<CarFront />} title={m.admin_common_not_found_title()} />
        <ErrorState message={m.common_unreachable()} advice="" />
      </div>
    </>
  )
}
