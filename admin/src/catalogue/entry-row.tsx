import { CATALOG_FIELDS, type CatalogList, describeUses } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { buttonClasses, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '../status-badge.tsx'
import { EntryHideButton, RemoveButton } from './entry-buttons.tsx'
import { entryHref } from './shelves.ts'

export type Way = 'up' | 'down'
type EntryRowProps = {
  shelf: CatalogList
  entry: CatalogItem
  name: string
  /** Which ways lead nowhere. */
  ends: Readonly<Record<Way, boolean>>
  onMove: (way: Way) => void
  onRemoved: () => void
}

/** One entry: what it is, what uses it, and what can be done with it. */
export function EntryRow({ shelf, entry, name, ends, onMove, onRemoved }: EntryRowProps) {
  const isUsed = describeUses(entry.uses).length > 0
  return (
    <article aria-label={name} className="grid gap-2 p-3 sm:p-4 lg:flex lg:items-center lg:gap-6">
      <div className="flex min-w-0 items-start gap-3 sm:gap-4 lg:flex-1 lg:items-center">
        {CATALOG_FIELDS[shelf].includes('picture') && <EntryPicture shelf={shelf} entry={entry} />}
        <EntryWords entry={entry} name={name} />
        <div className="-my-1 grid shrink-0 sm:grid-cols-2">
          <Mover way="up" name={name} off={ends.up} onMove={onMove} />
          <Mover way="down" name={name} off={ends.down} onMove={onMove} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:w-72">
        <Link
          to={entryHref(shelf, entry._id)}
          aria-label={`Edit ${name}`}
          className={buttonClasses({ variant: 'secondary', size: 'sm' })}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Link>
        <EntryHideButton shelf={shelf} entry={entry} name={name} />
        {!isUsed && <RemoveButton shelf={shelf} entry={entry} name={name} onRemoved={onRemoved} />}
      </div>
    </article>
  )
}

function EntryPicture({ shelf, entry }: { shelf: CatalogList; entry: CatalogItem }) {
  const wide = shelf === 'banners'
  const [picture] = entry.pictures
  return (
    <Picture
      address={picture?.address}
      placeholder={picture?.placeholder}
      alt=""
      sizes={wide ? '160px' : '80px'}
      ratio={wide ? '16/9' : '1/1'}
      className={classes('shrink-0 rounded-sm', wide ? 'w-28 sm:w-40' : 'w-16 sm:w-20')}
    />
  )
}

function EntryWords({ entry, name }: { entry: CatalogItem; name: string }) {
  const { town, description, hidden, hiddenWithTown, uses } = entry
  const used = describeUses(uses)
  return (
    <div className="min-w-0 flex-1">
      <h2 className="text-lg leading-tight break-words">{name}</h2>
      {town !== null && <p className="text-sm text-soft">Pickup point in {town}</p>}
      {description && <p className="line-clamp-2 text-sm text-soft">{description}</p>}
      {used.length > 0 && (
        <p className="figures flex flex-wrap gap-x-3 text-sm text-soft">
          {used.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      )}
      {(hidden || hiddenWithTown) && (
        <p className="mt-1.5">
          <StatusBadge tone="neutral">{hidden ? 'Hidden' : `Hidden with ${town}`}</StatusBadge>
        </p>
      )}
    </div>
  )
}

type MoverProps = { way: Way; name: string; off: boolean; onMove: (way: Way) => void }

/** Stays in reach of the keyboard where it leads nowhere, so that the focus is not lost there. */
function Mover({ way, name, off, onMove }: MoverProps) {
  const Icon = way === 'up' ? ArrowUp : ArrowDown
  return (
    <IconButton
      label={`Move ${name} ${way}`}
      data-move={way}
      aria-disabled={off || undefined}
      onClick={() => off || onMove(way)}
      className={off ? 'opacity-40' : undefined}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
