import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { SearchX } from 'lucide-react'
import { useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/edit-entry-page'
import { EntryForm } from './entry-form.tsx'
import { loadShelf } from './load-shelf.ts'
import { knownShelf, shelfHref, shelfWords } from './shelves.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => bringRoom(loadShelf(params.shelf))

export const meta: Route.MetaFunction = ({ params }) => {
  const shelf = knownShelf(params.shelf) ?? 'services'
  return pageTitle(`Edit a ${shelfWords[shelf].one}`)
}

/** One entry of a shelf and the form that changes it. */
export default function EditEntryPage({ loaderData, params }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const navigate = useNavigate()
  const shelf = knownShelf(params.shelf)
  if (!shelf) return null
  const { title, one } = shelfWords[shelf]
  const back = shelfHref(shelf)
  const entries = shown?.answer?.entries
  const entry = entries?.find(({ _id }) => _id === params.entryId)
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={back}>{title}</BackLink>
      {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
      {entries && !entry && <EmptyState as="h1" icon={<SearchX />} title={`There is no such ${one}`} />}
      {entries && entry && (
        <>
          <h1 className="text-3xl break-words">{entry.name || `Edit this ${one}`}</h1>
          <EntryForm
            key={entry._id}
            shelf={shelf}
            entry={entry}
            entries={entries}
            back={back}
            onSaved={() => void navigate(back)}
          />
        </>
      )}
      {!shown && <RowsSkeleton words={`Loading the ${one}`} />}
    </div>
  )
}
