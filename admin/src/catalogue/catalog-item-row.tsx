import { CATALOG_FIELDS, type CatalogList, describeUses } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button, buttonClasses, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { HideToggle } from './hide-toggle.tsx'

export type Way = 'up' | 'down'
type CatalogItemRowProps = {
  list: CatalogList
  item: CatalogItem
  name: string
  /** Which ways lead nowhere. */
  ends: Readonly<Record<Way, boolean>>
  onMove: (way: Way) => void
  onRemoved: () => void
}

/** One item: what it is, what uses it, and what can be done with it. */
export function CatalogItemRow({ list, item, name, ends, onMove, onRemoved }: CatalogItemRowProps) {
  const isUsed = describeUses(item.uses).length > 0
  return (
    <article aria-label={name} className="grid gap-2 p-3 sm:p-4 lg:flex lg:items-center lg:gap-6">
      <div className="flex min-w-0 items-start gap-3 sm:gap-4 lg:flex-1 lg:items-center">
        {CATALOG_FIELDS[list].includes('picture') && <ItemPicture list={list} item={item} />}
        <ItemText item={item} name={name} />
        <div className="-my-1 grid shrink-0 sm:grid-cols-2">
          <Mover way="up" name={name} off={ends.up} onMove={onMove} />
          <Mover way="down" name={name} off={ends.down} onMove={onMove} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:w-72">
        <Link
          to={links.catalogItem(list, item._id)}
          aria-label={m.admin_catalog_edit_label({ name })}
          className={buttonClasses({ variant: 'secondary', size: 'sm' })}
        >
          <Pencil aria-hidden="true" className="size-4" />
          {m.admin_catalog_edit_button()}
        </Link>
        <HideItemButton list={list} item={item} name={name} />
        {!isUsed && <RemoveButton list={list} item={item} name={name} onRemoved={onRemoved} />}
      </div>
    </article>
  )
}

function ItemPicture({ list, item }: { list: CatalogList; item: CatalogItem }) {
  const wide = list === 'banners'
  const [picture] = item.pictures
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

function ItemText({ item, name }: { item: CatalogItem; name: string }) {
  const { town, description, hidden, hiddenWithTown, uses, renaming } = item
  const used = describeUses(uses)
  return (
    <div className="min-w-0 flex-1">
      <h2 className="text-lg leading-tight break-words">{name}</h2>
      {town !== null && <p className="text-sm text-soft">{m.admin_catalog_town_option({ name: town })}</p>}
      {description && <p className="line-clamp-2 text-sm text-soft">{description}</p>}
      {used.length > 0 && (
        <p className="figures flex flex-wrap gap-x-3 text-sm text-soft">
          {used.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      )}
      {renaming && (
        <p className="mt-1.5">
          <StatusBadge tone="sunrise">
            {m.admin_catalog_rename_progress({
              done: renaming.done.toLocaleString('en-KE'),
              total: renaming.total.toLocaleString('en-KE'),
            })}
          </StatusBadge>
        </p>
      )}
      {(hidden || hiddenWithTown) && (
        <p className="mt-1.5">
          <StatusBadge tone="neutral">
            {hidden ? m.admin_catalog_hidden_badge() : m.admin_catalog_hidden_with_town({ town: town ?? '' })}
          </StatusBadge>
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
      label={way === 'up' ? m.admin_catalog_move_up({ name }) : m.admin_catalog_move_down({ name })}
      data-move={way}
      aria-disabled={off || undefined}
      onClick={() => off || onMove(way)}
      className={off ? 'opacity-40' : undefined}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

type ItemButtonProps = { list: CatalogList; item: CatalogItem; name: string }

function HideItemButton({ list, item, name }: ItemButtonProps) {
  const set = (hidden: boolean) =>
    call('POST /api/admin/catalog/:list/:itemId/visibility', {
      params: { list, itemId: item._id },
      body: { hidden },
    })
  return <HideToggle name={name} hidden={item.hidden} onSet={set} />
}

/** Takes away for good what nothing uses, after asking. */
function RemoveButton({ list, item, name, onRemoved }: ItemButtonProps & { onRemoved: () => void }) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function remove() {
    const confirmed = await ask({
      sentence: m.admin_catalog_remove_title({ name }),
      more: m.admin_catalog_remove_explanation(),
      yes: m.admin_catalog_remove_button(),
      no: m.admin_catalog_keep_button(),
      danger: true,
    })
    if (!confirmed) return
    setPending(true)
    try {
      const params = { list, itemId: item._id }
      await call('POST /api/admin/catalog/:list/:itemId/remove', { params })
      toast.success(m.admin_catalog_removed({ name }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
    onRemoved()
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={pending}
      aria-label={m.admin_catalog_remove_label({ name })}
      icon={<Trash2 aria-hidden="true" className="size-4" />}
      onClick={() => void remove()}
    >
      {m.admin_catalog_remove_button()}
    </Button>
  )
}
