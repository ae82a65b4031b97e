import type { CalendarFeed } from '@twende/contract/bookings/calendar-link-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { useAction } from '../frame/use-action.ts'
import type { MadeFeed } from './calendar-link-dialogs.tsx'

const NewFeedDialog = lazyWithRetry(() =>
  import('./calendar-link-dialogs.tsx').then((module) => module.NewFeedDialog),
)
const FeedAddressDialog = lazyWithRetry(() =>
  import('./calendar-link-dialogs.tsx').then((module) => module.FeedAddressDialog),
)

type CalendarFeedsPanelProps = {
  feeds: readonly CalendarFeed[]
  /** The car whose addresses these are; without it, those of every car and of all cars together. */
  carId?: string | undefined
}

/** The addresses at which other programs read our calendar. */
export function CalendarFeedsPanel({ feeds, carId }: CalendarFeedsPanelProps) {
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeFeed>()
  return (
    <DetailPanel
      as="h2"
      title={m.admin_shared_calendars_feeds_title()}
      aside={
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => setAdding(true)}
        >
          {m.admin_shared_calendars_feed_add()}
        </Button>
      }
    >
      <p className="max-w-prose text-soft">{m.admin_shared_calendars_feeds_text()}</p>
      {feeds.length === 0 ? (
        <p className="mt-4">{m.admin_shared_calendars_feeds_none()}</p>
      ) : (
        <ul className="mt-2 -mb-4 divide-y divide-line">
          {feeds.map((feed) => (
            <FeedItem key={feed._id} feed={feed} showCar={carId === undefined} />
          ))}
        </ul>
      )}
      <WhenOpen open={adding}>
        <NewFeedDialog
          key={String(adding)}
          open={adding}
          carId={carId}
          onMade={setMade}
          onClose={() => setAdding(false)}
        />
      </WhenOpen>
      <WhenOpen open={made !== undefined}>
        {made && <FeedAddressDialog feed={made} onClose={() => setMade(undefined)} />}
      </WhenOpen>
    </DetailPanel>
  )
}

function FeedItem({ feed, showCar }: { feed: CalendarFeed; showCar: boolean }) {
  const { name, car, lastUsedAt, isStopped } = feed
  const { pending, run } = useAction()
  async function revoke() {
    const confirmed = await ask({
      sentence: m.admin_shared_calendars_feed_revoke_title({ name }),
      more: m.admin_shared_calendars_feed_revoke_text(),
      yes: m.admin_shared_calendars_feed_revoke(),
      danger: true,
    })
    const params = { feedId: feed._id }
    if (confirmed) await run(() => call('POST /api/admin/calendar-feed/:feedId/revoke', { params }))
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere" translate="no">
          {name}
        </p>
        {showCar && <p>{car?.name ?? m.admin_shared_calendars_feed_all_cars()}</p>}
        <p className="figures">
          {lastUsedAt === null
            ? m.admin_shared_calendars_feed_unused()
            : m.admin_shared_calendars_feed_used({ time: showInstant(lastUsedAt) })}
        </p>
        <p className="figures text-sm text-soft">{madeWords(feed)}</p>
        {isStopped && (
          <p className="font-semibold text-clay-deep">{m.admin_shared_calendars_feed_stopped()}</p>
        )}
      </div>
      <Button
        size="sm"
        variant="secondary"
        pending={pending}
        aria-label={m.admin_shared_calendars_feed_revoke_label({ name })}
        onClick={() => void revoke()}
      >
        {m.admin_shared_calendars_feed_revoke()}
      </Button>
    </li>
  )
}

function madeWords({ createdBy, createdAt }: CalendarFeed): string {
  const time = showInstant(createdAt)
  return createdBy === null
    ? m.admin_shared_calendars_made_at({ time })
    : m.admin_shared_calendars_made({ name: createdBy, time })
}
