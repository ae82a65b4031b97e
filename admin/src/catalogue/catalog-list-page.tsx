import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { moved } from '@twende/ui/pictures/picture-order.ts'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, loadList } from '../list/admin-list-page.tsx'
import { defineList } from '../list/list-address.ts'
import type { Route } from './+types/catalog-list-page'
import { CatalogItemRow } from './catalog-item-row.tsx'
import { CatalogueTabs, catalogLabels, knownCatalogList, loadCatalogList } from './catalog-lists.tsx'

const addressOf = (list: CatalogList) =>
  defineList({ path: (search) => links.catalogList(list, search), fields: {} })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadList(
    {},
    loadCatalogList(params.list).then(({ items }) => ({ data: items })),
  )

export const meta: Route.MetaFunction = ({ params }) => {
  const list = knownCatalogList(params.list) ?? 'services'
  return pageTitle(catalogLabels[list].title())
}

/** One of the lists that everybody chooses from. */
export default function CatalogListPage({ loaderData, params }: Route.ComponentProps) {
  const list = knownCatalogList(params.list)
  if (!list) return null
  const { title, add, about } = catalogLabels[list]
  return (
    <AdminListPage
      // While the next list loads, nothing of the one before stands under its title.
      key={list}
      title={title()}
      action={
        <LinkButton
          to={links.newCatalogItem(list)}
          size="sm"
          icon={<Plus aria-hidden="true" className="size-5" />}
        >
          {add()}
        </LinkButton>
      }
      list={addressOf(list)}
      loaded={loaderData}
      tabs={
        <>
          <CatalogueTabs current={list} />
          <p className="mt-4 max-w-prose text-soft">{about()}</p>
        </>
      }
      empty={() => m.admin_catalog_list_empty()}
      rowName={({ name }) => name}
    >
      {({ data }) => <CatalogItems list={list} items={data} />}
    </AdminListPage>
  )
}

const RENAMING_MS = 3_000

const idsOf = (items: Items) => items.map(({ _id }) => _id)

type CatalogItemsProps = { list: CatalogList; items: readonly CatalogItem[] }

/** The items of a list in their order, which buttons change. */
function CatalogItems({ list, items }: CatalogItemsProps) {
  const { order, move } = useItemOrder(list, items)
  const listElement = useRef<HTMLUListElement>(null)
  const { announcement, follow } = useFollow(listElement, order)
  const { title } = catalogLabels[list]
  useRevalidateEvery(items.some(({ renaming }) => renaming) ? RENAMING_MS : undefined)
  return (
    <>
      <ul
        ref={listElement}
        aria-label={title()}
        tabIndex={-1}
        className="panel divide-y divide-line overflow-hidden outline-none"
      >
        {order.map((item, at) => (
          <li key={item._id} data-item={item._id}>
            <CatalogItemRow
              list={list}
              item={item}
              name={item.name || m.admin_catalog_banner_name({ number: at + 1 })}
              ends={{ up: at === 0, down: at === order.length - 1 }}
              onMove={(way) => {
                const place = move(item, way === 'up' ? -1 : 1)
                follow(item._id, way, m.admin_catalog_moved({ place, total: order.length }))
              }}
              onRemoved={() => listElement.current?.focus()}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

/** The button that moved a row keeps the focus where the row went. */
function useFollow(listElement: { current: HTMLElement | null }, order: readonly CatalogItem[]) {
  const [announcement, announce] = useState('')
  const focusTarget = useRef<{ id: string; way: 'up' | 'down' }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once the new order is on the page
  useEffect(() => {
    const target = focusTarget.current
    focusTarget.current = undefined
    if (!target) return
    const row = listElement.current?.querySelector(`[data-item="${CSS.escape(target.id)}"]`)
    row?.querySelector<HTMLElement>(`[data-move="${target.way}"]`)?.focus()
  }, [order])
  return {
    announcement,
    follow(id: string, way: 'up' | 'down', words: string) {
      focusTarget.current = { id, way }
      announce(words)
    },
  }
}

type Items = readonly CatalogItem[]

/** A list in the order that is seen: moved at once, told to the server one move after the other. */
function useItemOrder(list: CatalogList, items: Items) {
  const [from, setFrom] = useState(items)
  const [order, setOrder] = useState(items)
  const { revalidate } = useRevalidator()
  const sending = useRef(Promise.resolve())
  const refused = useRef(false)
  if (items !== from) {
    setFrom(items)
    setOrder(items)
  }

  async function send(was: Items, next: Items) {
    // Moves made before the refusal of an earlier one was seen were made of an order that does not stand.
    if (refused.current) return
    try {
      const body = { was: idsOf(was), order: idsOf(next) }
      await call('POST /api/admin/catalog/:list/order', { params: { list }, body })
    } catch (error) {
      refused.current = true
      toast.error(error instanceof ApiError ? error.message : m.admin_catalog_order_failed())
      await revalidate().catch(() => {})
      refused.current = false
    }
  }

  /** Answers the new place, counted from 1. */
  function move(item: CatalogItem, by: 1 | -1): number {
    const at = order.indexOf(item)
    const next = moved(order, at, at + by)
    setOrder(next)
    sending.current = sending.current.then(() => send(order, next))
    return at + by + 1
  }
  return { order, move }
}
