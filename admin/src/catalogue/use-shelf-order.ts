import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { moved } from '@twende/ui/pictures/picture-order.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

type Entries = readonly CatalogItem[]
const idsOf = (entries: Entries) => entries.map(({ _id }) => _id)

/** A shelf in the order that is seen: moved at once, told to the server one move after the other. */
export function useShelfOrder(shelf: CatalogList, entries: Entries) {
  const [from, setFrom] = useState(entries)
  const [order, setOrder] = useState(entries)
  const { revalidate } = useRevalidator()
  const sending = useRef(Promise.resolve())
  const refused = useRef(false)
  if (entries !== from) {
    setFrom(entries)
    setOrder(entries)
  }

  async function send(was: Entries, next: Entries) {
    // Moves made before the refusal of an earlier one was seen were made of an order that does not stand.
    if (refused.current) return
    try {
      const body = { was: idsOf(was), order: idsOf(next) }
      await call('POST /api/admin/catalog/:list/order', { params: { list: shelf }, body })
    } catch (error) {
      refused.current = true
      toast.error(error instanceof ApiError ? error.message : 'Failed to save the order')
      await revalidate().catch(() => {})
      refused.current = false
    }
  }

  /** Answers the new place, counted from 1. */
  function move(entry: CatalogItem, by: 1 | -1): number {
    const at = order.indexOf(entry)
    const next = moved(order, at, at + by)
    setOrder(next)
    sending.current = sending.current.then(() => send(order, next))
    return at + by + 1
  }
  return { order, move }
}
