import { nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { CloudOff } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { ApprovalsPanel } from './approvals-panel.tsx'
import { MovesPanel } from './moves-panel.tsx'
import { QueueTiles } from './queue-tiles.tsx'
import { SettingWarnings } from './setting-warnings.tsx'
import { useLiveToday } from './use-live-today.ts'
import { WeekCharts } from './week-charts.tsx'

type TodaysFigures = Reply<'GET /api/admin/today'>['data']

/** Today as staff sees it first; it keeps itself fresh. */
export function TodayView({ first }: { first: TodaysFigures }) {
  const { today, stale } = useLiveToday(first)
  const { at, warnings, approvals, counts, days, pickups, returns } = today
  return (
    <>
      <h1 className="text-3xl">Today</h1>
      <p className="figures mt-1 flex min-h-6 flex-wrap items-center gap-x-2 text-soft">
        {showDay(nairobiDay(new Date(at)))}
        {stale && (
          <span role="status" className="inline-flex items-center gap-1.5 text-clay-deep">
            <CloudOff aria-hidden="true" className="size-4" />
            Not fresh: as of {showInstant(at).slice(-5)}
          </span>
        )}
      </p>
      <SettingWarnings warnings={warnings} />
      <ApprovalsPanel approvals={approvals} />
      <QueueTiles counts={counts} />
      <Link
        to={links.holds()}
        className="figures mt-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Who holds what unpaid ({counts.unpaidHolds.toLocaleString('en-KE')})
      </Link>
      <div className="mt-3 grid grid-cols-1 gap-5 lg:grid-cols-2">
        <MovesPanel title="Next pickups" verb="out" moves={pickups} now={at} queue="pickups" />
        <MovesPanel title="Next returns" verb="back" moves={returns} now={at} queue="returns" />
        <WeekCharts days={days} />
      </div>
    </>
  )
}
