import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Layers } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EntryRow } from './entry-row.tsx'
import { newEntryHref, shelfWords } from './shelves.ts'
import { useShelfOrder } from './use-shelf-order.ts'

type ShelfListProps = { shelf: CatalogList; entries: readonly CatalogItem[] }

/** The entries of a shelf in their order, which buttons change. */
export function ShelfList({ shelf, entries }: ShelfListProps) {
  const { order, move } = useShelfOrder(shelf, entries)
  const list = useRef<HTMLUListElement>(null)
  const { said, follow } = useFollow(list, order)
  const { title, one } = shelfWords[shelf]
  if (order.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          icon={<Layers />}
          title={`No ${title.toLowerCase()} yet`}
          action={<LinkButton to={newEntryHref(shelf)}>{`Add a ${one}`}</LinkButton>}
        />
      </div>
    )
  }
  return (
    <>
      <ul
        ref={list}
        aria-label={title}
        tabIndex={-1}
        className="panel divide-y divide-line overflow-hidden outline-none"
      >
        {order.map((entry, at) => (
          <li key={entry._id} data-entry={entry._id}>
            <EntryRow
              shelf={shelf}
              entry={entry}
              name={entry.name || `Banner ${at + 1}`}
              ends={{ up: at === 0, down: at === order.length - 1 }}
              onMove={(way) => {
                const place = move(entry, way === 'up' ? -1 : 1)
                follow(entry._id, way, `Now number ${place} of ${order.length}`)
              }}
              onRemoved={() => list.current?.focus()}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** The button that moved a row keeps the focus where the row went. */
function useFollow(list: { current: HTMLElement | null }, order: readonly CatalogItem[]) {
  const [said, say] = useState('')
  const wanted = useRef<{ id: string; way: 'up' | 'down' }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once the new order is on the page
  useEffect(() => {
    const wish = wanted.current
    wanted.current = undefined
    if (!wish) return
    const row = list.current?.querySelector(`[data-entry="${CSS.escape(wish.id)}"]`)
    row?.querySelector<HTMLElement>(`[data-move="${wish.way}"]`)?.focus()
  }, [order])
  return {
    said,
    follow(id: string, way: 'up' | 'down', words: string) {
      wanted.current = { id, way }
      say(words)
    },
  }
}
