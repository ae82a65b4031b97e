import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/new-entry-page'
import { EntryForm } from './entry-form.tsx'
import { loadShelf } from './load-shelf.ts'
import { knownShelf, shelfHref, shelfWords } from './shelves.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => bringRoom(loadShelf(params.shelf))

export const meta: Route.MetaFunction = ({ params }) => {
  const shelf = knownShelf(params.shelf) ?? 'services'
  return pageTitle(`Add a ${shelfWords[shelf].one}`)
}

/** The form that puts something onto a shelf. */
export default function NewEntryPage({ loaderData, params }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const navigate = useNavigate()
  const shelf = knownShelf(params.shelf)
  if (!shelf) return null
  const back = shelfHref(shelf)
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to={back}>{shelfWords[shelf].title}</BackLink>
      <h1 className="text-3xl">{`Add a ${shelfWords[shelf].one}`}</h1>
      {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
      {shown?.answer && <EntryForm {...shown.answer} back={back} onSaved={() => void navigate(back)} />}
      {!shown && <RowsSkeleton words="Loading the form" />}
    </div>
  )
}
