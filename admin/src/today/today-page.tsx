import { nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Approval, OperationWarning, TodayCounts } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { CloudOff, TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Await, Link, useRevalidator } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { timeAgo } from '../frame/format-time.ts'
import { Page, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/today-page'
import { MovesPanel } from './moves-panel.tsx'
import { type Queue, queues } from './queues.ts'
import { WeekCharts } from './week-bars.tsx'

const LOOK_MS = 10_000

const texts: Record<OperationWarning, () => string> = {
  proxy_not_trusted: m.admin_today_warning_proxy,
  public_proxy_not_named: m.admin_today_warning_public_proxy,
  settings_invalid: m.admin_today_warning_settings,
  disk_filling: m.admin_today_warning_disk_filling,
  disk_nearly_full: m.admin_today_warning_disk_nearly_full,
}

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader() {
  const found = call('GET /api/admin/today', {})
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { found }
}

export const meta = () => pageTitle(m.admin_menu_today())

/** What waits for staff, how the week goes, and which cars are on the move. */
export default function TodayPage({ loaderData: { found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <Page>
      <Suspense fallback={<TodaySkeleton />}>
        <Await
          resolve={found}
          errorElement={
            <ErrorState message={m.admin_today_load_failed()} onRetry={() => void revalidate()} />
          }
        >
          {({ data }) => <TodayView first={data} />}
        </Await>
      </Suspense>
    </Page>
  )
}

/** Today before its figures are there. */
function TodaySkeleton() {
  return (
    <>
      <h1 className="text-3xl">{m.admin_menu_today()}</h1>
      <LoadingNote>{m.admin_today_loading()}</LoadingNote>
      <Skeleton className="mt-2 h-6 w-56" />
      <div className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[...'abcdefghijklmnop'].map((tile) => (
          <Skeleton key={tile} className="h-24 rounded-lg" />
        ))}
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </>
  )
}

type TodaysFigures = Reply<'GET /api/admin/today'>['data']

/** Today as staff sees it first; it keeps itself fresh. */
function TodayView({ first }: { first: TodaysFigures }) {
  const { today, stale } = useLiveToday(first)
  const { at, warnings, approvals, counts, days, pickups, returns } = today
  return (
    <>
      <h1 className="text-3xl">{m.admin_menu_today()}</h1>
      <p className="figures mt-1 flex min-h-6 flex-wrap items-center gap-x-2 text-soft">
        {showDay(nairobiDay(new Date(at)))}
        {stale && (
          <span role="status" className="inline-flex items-center gap-1.5 text-clay-deep">
            <CloudOff aria-hidden="true" className="size-4" />
            {m.admin_today_stale({ time: showInstant(at).slice(-5) })}
          </span>
        )}
      </p>
      <SettingWarnings warnings={warnings} />
      <ApprovalsPanel approvals={approvals} />
      <QueueTiles counts={counts} />
      <p className="figures mt-3 flex flex-wrap gap-x-6 font-semibold [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center [&>a]:underline [&>a]:underline-offset-4">
        <Link to={links.yard()}>{m.admin_today_yard_link()}</Link>
        {counts.unpaidHolds !== undefined && (
          <Link to={links.holds()}>
            {m.admin_today_holds_link({ count: counts.unpaidHolds.toLocaleString('en-KE') })}
          </Link>
        )}
      </p>
      <div className="mt-3 grid grid-cols-1 gap-5 lg:grid-cols-2">
        <MovesPanel
          title={m.admin_today_next_pickups()}
          verb="out"
          moves={pickups}
          now={at}
          queue="pickups"
        />
        <MovesPanel
          title={m.admin_today_next_returns()}
          verb="back"
          moves={returns}
          now={at}
          queue="returns"
        />
        <WeekCharts days={days} />
      </div>
    </>
  )
}

/** What an admin should set differently, each with the setting to make. */
function SettingWarnings({ warnings }: { warnings: readonly OperationWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul role="alert" className="mt-4 grid gap-2">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          <p>
            <Sentence
              text={texts[warning]()}
              marks={{ code: (text) => <code className="font-semibold break-words">{text}</code> }}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** So many are shown at first: the tiles below them are what staff comes for. */
const FIRST_APPROVALS = 4

/** What a second person must approve; it is shown only while something waits. */
function ApprovalsPanel({ approvals }: { approvals: readonly Approval[] }) {
  const session = useSession()
  const [all, setAll] = useState(false)
  if (approvals.length === 0) return null
  const shown = all ? approvals : approvals.slice(0, FIRST_APPROVALS)
  return (
    <div className="mt-5">
      <DetailPanel as="h2" title={m.admin_today_approvals_title()}>
        <ul className="-my-2 divide-y divide-line">
          {shown.map((approval) => (
            <li key={approval.kind + approval.id} className="py-2">
              <Link to={hrefOf(approval)} className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-sand">
                <span className="figures font-semibold">{subjectOf(approval)}</span>
                <span className="block text-sm text-soft">{describe(approval, session?.owner?.id)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {shown.length < approvals.length && (
          <Button variant="quiet" size="sm" className="mt-2" onClick={() => setAll(true)}>
            {m.admin_today_approvals_all({ count: approvals.length })}
          </Button>
        )}
      </DetailPanel>
    </div>
  )
}

function subjectOf({ kind, amount, reference }: Approval): string {
  if (kind === 'markLost' || kind === 'withdrawLoss')
    return m.admin_today_approval_lost_subject({ reference })
  return m.admin_today_approval_subject({ amount: showKsh(amount), reference })
}

/** What is to be approved and who asked for it; nobody approves what they asked for themselves. */
function describe({ kind, by, byId, at }: Approval, currentUserId: string | undefined): string {
  const ago = timeAgo(at)
  const isOwn = byId === currentUserId
  if (kind === 'payment') {
    return isOwn
      ? m.admin_today_approval_payment_own({ ago })
      : m.admin_today_approval_payment({ name: by, ago })
  }
  if (kind === 'markLost')
    return isOwn ? m.admin_today_approval_lost_own({ ago }) : m.admin_today_approval_lost({ name: by, ago })
  if (kind === 'withdrawLoss')
    return isOwn
      ? m.admin_today_approval_not_lost_own({ ago })
      : m.admin_today_approval_not_lost({ name: by, ago })
  return isOwn ? m.admin_today_approval_unpaid_own({ ago }) : m.admin_today_approval_unpaid({ name: by, ago })
}

function hrefOf({ kind, id }: Approval): string {
  return kind === 'payment' ? links.payment(id) : links.booking(id)
}

/** How much waits where; each tile leads to the queue it counts. */
function QueueTiles({ counts }: { counts: TodayCounts }) {
  // The server counts only what this person may open.
  const tiles = queues.flatMap((queue) => {
    const n = counts[queue.name]
    return n === undefined ? [] : [{ queue, n }]
  })
  const waiting = tiles.filter(({ n }) => n > 0).length
  return (
    <section aria-label={m.admin_common_queues()} className="mt-5">
      <p role="status" className="sr-only">
        {waiting === 0
          ? m.admin_today_nothing_waits()
          : m.admin_today_queues_with_work({ count: waiting, total: tiles.length })}
      </p>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ queue, n }) => (
          <li key={queue.name}>
            <Tile queue={queue} n={n} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ queue: { label, icon: Icon, to, urgent }, n }: { queue: Queue; n: number }) {
  const tone = urgent ? 'bg-clay-tint text-clay-deep' : 'bg-sunrise-tint text-sunrise-ink'
  return (
    <Link
      to={to}
      className="panel flex h-full flex-col justify-between gap-3 p-3 transition-colors duration-150 hover:border-ink sm:p-4"
    >
      <span className="flex items-center justify-between gap-2">
        <span
          className={classes('figures font-display text-3xl leading-none font-bold', n === 0 && 'text-soft')}
        >
          {n.toLocaleString('en-KE')}
        </span>
        <span
          className={classes(
            'grid size-9 shrink-0 place-items-center rounded-full',
            n > 0 ? tone : 'bg-sand text-soft',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </span>
      </span>
      <span className={classes('text-sm leading-tight font-semibold', n === 0 && 'text-soft')}>
        {label()}
      </span>
    </Link>
  )
}

/** Today's figures, asked for again every few seconds while somebody looks; `stale` when the last try brought nothing. */
function useLiveToday(first: TodaysFigures): { today: TodaysFigures; stale: boolean } {
  const [live, setLive] = useState({ first, today: first, stale: false })
  // The page was loaded anew.
  if (live.first !== first) setLive({ first, today: first, stale: false })
  useEffect(() => {
    let wanted = true
    const look = async () => {
      if (document.hidden) return
      const found = await call('GET /api/admin/today', {}).catch(() => undefined)
      if (!wanted) return
      setLive((shown) => ({ ...shown, today: found?.data ?? shown.today, stale: !found }))
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const onSeen = () => void look()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      wanted = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [])
  return live
}
