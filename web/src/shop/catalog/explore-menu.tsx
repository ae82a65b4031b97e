import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { useRevalidator } from 'react-router'
import { CatalogName } from '../../content/catalog-name.ts'
import type { ExploreCategories, ExploreCategory } from './explore-categories.ts'

const ROW =
  '-mx-4 mt-8 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] lg:gap-y-6 lg:overflow-visible lg:px-0'
const TILE = 'w-30 shrink-0 snap-start lg:w-auto'

type ExploreMenuProps = {
  /** Undefined while they are on their way. */
  categories: ExploreCategories | undefined
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
}

/** The shop by kinds of products; a second tap on one goes back to all. */
export function ExploreMenu({ categories, chosen, onChoose }: ExploreMenuProps) {
  if (!categories) return <ExploreLoading />
  if (categories.state === 'missing') return <ExploreNote>{m.shop_categories_missing()}</ExploreNote>
  if (categories.state === 'failed') return <ExploreFailure message={categories.message} />
  if (categories.categories.length === 0) return <ExploreNote>{m.shop_categories_none()}</ExploreNote>
  return (
    <ul className={ROW}>
      {categories.categories.map((category) => {
        const on = isSame(category.name, chosen)
        return (
          <li key={category._id} className={TILE}>
            <CategoryTile
              category={category}
              on={on}
              onToggle={() => onChoose(on ? undefined : category.name)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** An address may be typed by hand. */
function isSame(name: string, chosen: string | undefined): boolean {
  return name.toLowerCase() === chosen?.toLowerCase()
}

type CategoryTileProps = { category: ExploreCategory; on: boolean; onToggle: () => void }

function CategoryTile({ category, on, onToggle }: CategoryTileProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onToggle}
      className="group block w-full rounded-lg text-left"
    >
      <Picture
        address={category.image}
        alt=""
        ratio="1/1"
        sizes="(min-width: 1024px) 190px, 120px"
        priority
        className={classes(
          'rounded-lg border-2 transition-colors duration-150',
          on ? 'border-acacia' : 'border-transparent group-hover:border-edge',
        )}
      />
      <span
        className={classes(
          'mt-2 block font-semibold underline-offset-4 group-hover:underline',
          on && 'text-acacia',
        )}
      >
        <CatalogName kind="product" name={category.name} />
      </span>
    </button>
  )
}

function ExploreLoading() {
  return (
    <div aria-busy="true">
      <p role="status" className="mt-3 text-soft">
        {m.shop_categories_loading()}
      </p>
      <div className={classes(ROW, 'overflow-hidden')}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
          <span key={tile} className={TILE}>
            <Skeleton className="aspect-square rounded-lg" />
            <Skeleton className="mt-2 h-6 w-20" />
          </span>
        ))}
      </div>
    </div>
  )
}

function ExploreNote({ children }: { children: string }) {
  return (
    <p role="status" className="mt-6 rounded-md bg-sand p-4 text-soft">
      {children}
    </p>
  )
}

function ExploreFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  return (
    <div
      role="alert"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-md bg-clay-tint p-4 text-clay-deep"
    >
      <p className="font-semibold">{m.shop_categories_failed({ message })}</p>
      <Button size="sm" variant="secondary" onClick={() => void revalidate()}>
        {m.common_try_again()}
      </Button>
    </div>
  )
}
