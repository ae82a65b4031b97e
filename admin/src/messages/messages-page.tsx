import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ComingList } from '../coming-list.tsx'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/messages-page'
import { loadTray } from './load-tray.ts'
import { TrayList } from './tray-list.tsx'
import { TrayTabs } from './tray-tabs.tsx'
import { readTraySearch } from './trays.ts'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readTraySearch(new URL(request.url).searchParams)
  const found = loadTray(search)
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('Messages')

/** Letters to us, and mails of ours that did not arrive. */
export default function MessagesPage({ loaderData: { search, found } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="text-3xl">Messages</h1>
      <TrayTabs search={search} found={found} />
      <ComingList found={found} waiting={<TraySkeleton />} failed="Failed to load messages">
        {(loaded) => <TrayList search={search} loaded={loaded} />}
      </ComingList>
    </div>
  )
}

function TraySkeleton() {
  return (
    <div className="mt-5 grid gap-3">
      <LoadingNote>Loading messages</LoadingNote>
      {['a', 'b', 'c'].map((card) => (
        <Skeleton key={card} className="h-44 rounded-lg" />
      ))}
    </div>
  )
}
