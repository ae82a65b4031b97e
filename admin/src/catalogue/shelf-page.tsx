import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { Plus } from 'lucide-react'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/shelf-page'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { loadShelf } from './load-shelf.ts'
import { ShelfList } from './shelf-list.tsx'
import { knownShelf, newEntryHref, shelfWords } from './shelves.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => bringRoom(loadShelf(params.shelf))

export const meta: Route.MetaFunction = ({ params }) => {
  const shelf = knownShelf(params.shelf) ?? 'services'
  return pageTitle(`${shelfWords[shelf].title}`)
}

/** One of the lists that everybody chooses from. */
export default function ShelfPage({ loaderData, params }: Route.ComponentProps) {
  const shelf = knownShelf(params.shelf)
  if (!shelf) return null
  const { title, one, about } = shelfWords[shelf]
  return (
    <div className="mx-auto max-w-5xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{title}</h1>
        <LinkButton
          to={newEntryHref(shelf)}
          size="sm"
          icon={<Plus aria-hidden="true" className="size-5" />}
        >{`Add a ${one}`}</LinkButton>
      </div>
      <div className="mt-4">
        <CatalogueTabs current={shelf} />
      </div>
      <p className="mt-4 text-soft">{about}</p>
      <ShelfContent key={shelf} shelf={shelf} page={loaderData.page} />
    </div>
  )
}

type ShelfContentProps = { shelf: CatalogList; page: Route.ComponentProps['loaderData']['page'] }

/** Keyed by the shelf: while the next one comes, nothing of the one before stands under its title. */
function ShelfContent({ shelf, page }: ShelfContentProps) {
  const { shown, waiting } = useArrived(page)
  return (
    <div className="mt-4" aria-busy={waiting || undefined}>
      {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
      {shown?.answer && <ShelfList shelf={shelf} entries={shown.answer.entries} />}
      {!shown && <RowsSkeleton words={`Loading the ${shelfWords[shelf].title.toLowerCase()}`} />}
    </div>
  )
}
