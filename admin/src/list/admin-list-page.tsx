import { showKsh } from '@twende/contract/money.ts'
import type { Pagination as Pages } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { useLatest } from '@twende/ui/loading/use-latest.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { CircleCheck, SearchX, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { type Loaded, loadForPage, Page } from '../frame/page.tsx'
import { links } from '../links.ts'
import { type BulkAction, BulkBar, type ListRow, useSelection } from './bulk-actions.tsx'
import type { CsvRoute } from './export-button.tsx'
import type { List } from './list-address.ts'
import { AccountFilter, type ListFilter, ListFilters } from './list-filters.tsx'
import { type Column, ListCards, ListRows } from './list-rows.tsx'
import { ListTabs, type TabLink } from './list-tabs.tsx'
import { SavedViews } from './saved-views.tsx'
import { focusSearch, ShortcutsNote, useShortcuts } from './shortcuts.tsx'

type Answer = {
  data: readonly ListRow[]
  pagination?: Pages
  /** Where the older rows begin, in a list without pages. */
  next?: number | null
  counts?: Readonly<Record<string, number>>
  whose?: string | null
}
type Row<Found extends Answer> = Found['data'][number]

type Shown<Search, Found> = Loaded<{ search: Search; found: Found }>

/** What the loader of a list page returns: the filters of its address, and the rows, or the promise of them. */
export async function loadList<Search, Found extends Answer>(search: Search, answer: Promise<Found>) {
  return { search, ...(await loadForPage(answer.then((found) => ({ search, found })))) }
}

/** The loader of a list page: reads the filters of the address and asks for their rows. */
export function listLoader<Search, Found extends Answer>(
  list: List<Search>,
  ask: (search: Search) => Promise<Found>,
) {
  return ({ request }: { request: Request }) => {
    const search = list.read(new URL(request.url).searchParams)
    return loadList(search, ask(search))
  }
}

type AdminListPageProps<Search, Found extends Answer> = {
  title: string
  intro?: ReactNode
  action?: ReactNode
  back?: { to: string; label: string }
  list: List<Search>
  loaded: { search: Search; page: Shown<Search, Found> | Promise<Shown<Search, Found>> }
  /** Tabs of which only some are parts of this list. */
  tabs?: ReactNode
  searchBy?: { label: string; placeholder: string }
  /** Some filters offer what the answer names. */
  filters?: (found: Found | undefined) => readonly ListFilter[]
  csv?: CsvRoute | undefined
  /** How many there are, as a sentence; `shown` is the number to write. */
  count?: (inputs: { count: number; shown: string }) => string
  /** What the shillings of all rows are, as a sentence. */
  sum?: (inputs: { amount: string }) => string
  /** What it means that a list without filters has no rows. */
  empty: (search: Search) => string
  /** What the answer says of all rows, above them. */
  notice?: (found: Found) => ReactNode
  rowName: (row: Row<Found>) => string
  bulk?: readonly BulkAction<Row<Found>>[]
  /** Several people work on it: it is loaded again every half minute. */
  shared?: boolean
  /** Where a row is looked at without leaving the list. */
  beside?: {
    open: boolean
    content: (found: Found) => ReactNode
    walk: (step: 1 | -1, rows: readonly Row<Found>[]) => void
  }
} & (
  | { columns: readonly Column<Row<Found>>[]; card?: never; children?: never }
  | { card: (row: Row<Found>) => ReactNode; columns?: never; children?: never }
  | { children: (found: Found) => ReactNode; columns?: never; card?: never }
)

/** A list of the admin app: tabs, search, filters, rows, pages, keys and what is done with several rows. */
export function AdminListPage<Search extends object, Found extends Answer>(
  props: AdminListPageProps<Search, Found>,
) {
  const { title, intro, action, back, list, loaded, beside, shared } = props
  const { shown, waiting } = useLatest(loaded.page)
  const latest = shown?.answer
  // The rows stay while a search or another page loads, but not under the name of another tab.
  const found = latest && list.tabOf(latest.search) === list.tabOf(loaded.search) ? latest.found : undefined
  // A list that is loaded again by itself stays as legible as it was.
  const isOutdated = waiting && latest && list.href(latest.search) !== list.href(loaded.search)
  useRevalidateEvery(shared ? SHARED_WORK_MS : undefined)
  useShortcuts({ '/': focusSearch })
  const content = shown?.failed ? (
    <Failure failed={shown.failed} />
  ) : found ? (
    <>
      {props.notice && <p className="figures mb-4 font-semibold">{props.notice(found)}</p>}
      <Rows {...props} found={found} />
    </>
  ) : (
    <ListSkeleton />
  )
  return (
    <Page title={title} titleHidden={beside?.open} intro={intro} action={action} {...(back ? { back } : {})}>
      <div className={classes(beside?.open && 'hidden lg:block')}>
        {props.tabs ?? <Tabs list={list} search={loaded.search} counts={latest?.found.counts} />}
        <Toolbar {...props} found={latest?.found} />
      </div>
      <div className={classes('mt-5', beside && 'lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6')}>
        <div
          aria-busy={waiting || undefined}
          className={classes(
            'min-w-0',
            isOutdated && 'opacity-60',
            beside && 'lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto',
            beside?.open && 'hidden lg:block',
          )}
        >
          {content}
        </div>
        {beside && found && beside.content(found)}
      </div>
    </Page>
  )
}

type TabsProps<Search> = {
  list: List<Search>
  search: Search
  counts: Readonly<Record<string, number>> | undefined
}

function Tabs<Search>({ list, search, counts }: TabsProps<Search>) {
  if (!list.tabs) return null
  const tabs = list.tabs.values.map(
    ({ value, label, count }): TabLink => ({
      to: list.tabHref(search, value),
      label: label(),
      current: value === list.tabOf(search),
      count: count && counts?.[value],
      look: count,
    }),
  )
  return <ListTabs label={list.tabs.label?.()} tabs={tabs} />
}

type ToolbarProps<Search, Found extends Answer> = AdminListPageProps<Search, Found> & {
  found: Found | undefined
}

function Toolbar<Search extends object, Found extends Answer>(props: ToolbarProps<Search, Found>) {
  const { list, loaded, searchBy, filters, csv, found } = props
  const address = useAddressSearch((query) => list.filters(list.read(query)))
  const change = (changed: Record<string, string | undefined>) =>
    address.change({ before: undefined, ...changed })
  const values = { ...loaded.search } as Record<string, string | undefined>
  return (
    <>
      <ListFilters
        search={searchBy}
        filters={filters?.(found) ?? []}
        csv={csv}
        values={values}
        onChange={change}
      />
      {(searchBy || list.tabs) && (
        <SavedViews
          address={list.href({ ...loaded.search, page: undefined, before: undefined })}
          filtered={list.inForce(loaded.search).length > 0}
        />
      )}
      {values.accountId && (
        <AccountFilter name={found?.whose} onDrop={() => change({ accountId: undefined })} />
      )}
    </>
  )
}

function Rows<Search extends object, Found extends Answer>(
  props: AdminListPageProps<Search, Found> & { found: Found },
) {
  const { title, list, loaded, found, columns, card, children, bulk, rowName, count, empty, beside } = props
  const { search } = loaded
  const rows: readonly Row<Found>[] = found.data
  const walk = beside && ((step: 1 | -1) => beside.walk(step, rows))
  const selection = useSelection(rows, { usable: !!bulk, walk })
  const none = rows.length === 0
  const shared = { label: title, rows, rowName, selection }
  return (
    <>
      {none ? (
        <Empty list={list} search={search} text={empty(search)} />
      ) : (
        <>
          {count && found.pagination && <Count {...found.pagination} count={count} words={props.sum} />}
          {columns && <ListRows {...shared} columns={columns} />}
          {card && <ListCards {...shared} card={card} />}
          {children?.(found)}
        </>
      )}
      {/* It says what came of an action also when the action has moved every row to another tab. */}
      {bulk && selection && <BulkBar rows={rows} rowName={rowName} selection={selection} actions={bulk} />}
      {/* The last row of a page may have gone by an action: its list goes on at the page before. */}
      {found.pagination && (!none || found.pagination.page > 1) && (
        <Pagination
          {...found.pagination}
          hrefFor={(page) => list.href({ ...search, page })}
          label={m.admin_list_pages()}
        />
      )}
      {!none && found.next !== undefined && <Older list={list} search={search} next={found.next} />}
      {!none && (columns || card || beside) && <Keys searchable={!!props.searchBy} selectable={!!bulk} />}
    </>
  )
}

type CountProps = Pick<Pages, 'total' | 'orMore' | 'sum'> & {
  words: ((inputs: { amount: string }) => string) | undefined
  count: (inputs: { count: number; shown: string }) => string
}

/** How many were found; a search that finds more than its list leads to says so, and what to do. */
function Count({ total, orMore, sum, count, words }: CountProps) {
  const shown = `${total.toLocaleString('en-KE')}${orMore ? '+' : ''}`
  return (
    <div className="mb-3 flex flex-wrap gap-x-2 font-semibold">
      <p role="status">
        {count({ count: total, shown })}
        {orMore && <span className="ml-2 font-normal text-soft">{m.admin_common_found_more()}</span>}
      </p>
      {words && sum !== undefined && <p className="figures">{words({ amount: showKsh(sum) })}</p>}
    </div>
  )
}

/** The way through a list that is read from its newest row backwards. */
function Older<Search>({ list, search, next }: { list: List<Search>; search: Search; next: number | null }) {
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {'before' in (search as object) && (search as { before?: number }).before !== undefined && (
        <LinkButton variant="quiet" to={list.href({ ...search, before: undefined })}>
          {m.admin_list_newest()}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton variant="secondary" to={list.href({ ...search, before: next })}>
          {m.admin_list_older()}
        </LinkButton>
      )}
    </div>
  )
}

function Keys({ searchable, selectable }: { searchable: boolean; selectable: boolean }) {
  const keys: [string, string][] = [
    ['J', m.admin_common_shortcut_next()],
    ['K', m.admin_common_shortcut_previous()],
  ]
  if (selectable) keys.push(['X', m.admin_list_shortcut_select()], ['Shift', m.admin_list_shortcut_range()])
  if (searchable) keys.push(['/', m.admin_common_shortcut_search()])
  return <ShortcutsNote keys={keys} />
}

type EmptyProps<Search> = { list: List<Search>; search: Search; text: string }

function Empty<Search>({ list, search, text }: EmptyProps<Search>) {
  if (list.inForce(search).length === 0) {
    return (
      <div className="panel">
        <EmptyState icon={<CircleCheck />} title={text} />
      </div>
    )
  }
  const tab = list.tabOf(search)
  return (
    <div className="panel">
      <EmptyState
        icon={<SearchX />}
        title={m.admin_list_none_found()}
        action={
          <LinkButton variant="secondary" to={tab === undefined ? list.href({}) : list.tabHref(search, tab)}>
            {m.admin_common_clear_filters()}
          </LinkButton>
        }
      >
        {m.admin_list_no_match()}
      </EmptyState>
    </div>
  )
}

function Failure({ failed: { code, message } }: { failed: { code: string; message: string } }) {
  const { revalidate } = useRevalidator()
  // Asking again for what cannot be asked for gives the same answer.
  if (code === 'invalid') {
    return (
      <div className="panel" role="alert">
        <EmptyState icon={<SearchX />} title={m.admin_list_none_found()}>
          {message}
        </EmptyState>
      </div>
    )
  }
  if (code !== 'forbidden') {
    return (
      <ErrorState message={m.admin_list_load_failed()} advice={message} onRetry={() => void revalidate()} />
    )
  }
  return (
    <div className="panel">
      <EmptyState
        icon={<ShieldAlert />}
        title={m.admin_list_admins_only_title()}
        action={<LinkButton to={links.today}>{m.admin_common_to_today()}</LinkButton>}
      >
        {m.admin_list_admins_only_text()}
      </EmptyState>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className="panel divide-y divide-line overflow-hidden">
      <LoadingNote>{m.admin_common_loading()}</LoadingNote>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex gap-6 p-4">
          <Skeleton className="h-12 flex-2" />
          <Skeleton className="h-12 flex-1" />
          <Skeleton className="hidden h-12 flex-1 md:block" />
        </div>
      ))}
    </div>
  )
}
