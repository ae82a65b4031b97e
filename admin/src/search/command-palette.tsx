import type { FoundItem } from '@twende/contract/search/admin-search-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Worker } from '../frame/rights.tsx'
import { links, section } from '../links.ts'
import { mayOpen, sections } from '../sections.ts'

type CommandPaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; person: Worker }

/** Finds pages, bookings, orders, listings, payments, cars and people from anywhere. Import it lazily. */
export function CommandPalette({ open, onOpenChange, person }: CommandPaletteProps) {
  const [text, setText] = useState('')
  const { found, state } = useFound(text)
  const navigate = useNavigate()
  const goTo = (address: string) => {
    onOpenChange(false)
    void navigate(address)
  }
  const words = text.trim().toLowerCase()
  const pages = sections.filter((page) => mayOpen(page, person) && page.label().toLowerCase().includes(words))
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={m.admin_search_title()} titleHidden>
      <Command shouldFilter={false} label={m.admin_search_title()} loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          autoFocus
          placeholder={m.admin_search_placeholder()}
          className="h-16 w-full border-b border-line bg-transparent pr-16 pl-6 text-lg outline-none placeholder:text-soft"
        />
        <Command.List className="h-[min(60dvh,28rem)] overflow-y-auto p-2">
          {kinds.map((kind) => {
            const items = found.filter((item) => item.kind === kind)
            if (items.length === 0) return null
            return (
              <Command.Group key={kind} heading={kindLabels[kind]()} className={groupLook}>
                {items.map((item) => (
                  <Command.Item
                    key={item.id}
                    value={`${kind} ${item.id}`}
                    onSelect={() => goTo(addressOf(item))}
                    className={itemLook}
                  >
                    <span className="font-semibold">{item.title}</span>
                    <span className="min-w-0 flex-1 truncate text-soft">{item.detail}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )
          })}
          {pages.length > 0 && (
            <Command.Group heading={m.admin_search_pages()} className={groupLook}>
              {pages.map((page) => (
                <Command.Item
                  key={page.path}
                  value={`page ${page.path}`}
                  onSelect={() => goTo(page.path ? section(page.path)() : links.today)}
                  className={itemLook}
                >
                  <page.icon aria-hidden="true" className="size-5 text-soft" />
                  {page.label()}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <p role="status" className="px-4 py-3 text-sm text-soft">
            {statusText(state, words, found.length + pages.length)}
          </p>
        </Command.List>
      </Command>
    </Dialog>
  )
}

const groupLook =
  '[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-soft'
const itemLook =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-4 data-[selected=true]:bg-sand data-[selected=true]:shadow-[inset_3px_0_0] data-[selected=true]:shadow-acacia'

const kinds = [
  'booking',
  'order',
  'listing',
  'payment',
  'refund',
  'transaction',
  'account',
  'car',
  'product',
] as const
const kindLabels: Record<FoundItem['kind'], () => string> = {
  booking: m.admin_search_bookings,
  order: m.admin_search_orders,
  listing: m.admin_search_listings,
  payment: m.admin_search_payments,
  refund: m.admin_menu_refunds,
  transaction: m.admin_search_transactions,
  account: m.admin_search_people,
  car: m.admin_search_cars,
  product: m.admin_search_products,
}

function addressOf({ kind, id }: FoundItem): string {
  const addresses = {
    booking: links.booking,
    order: links.order,
    listing: links.listing,
    payment: links.payment,
    refund: (code: string) => links.refunds({ queue: 'sent', search: code }),
    transaction: (code: string) => links.payments({ queue: 'unmatched', search: code }),
    account: links.person,
    car: links.car,
    product: links.product,
  }
  return addresses[kind](id)
}

/** Shorter texts are not sent: a name is found from its third character on. */
const SHORTEST = 3
const PAUSE_MS = 60

type SearchState = 'idle' | 'searching' | 'done' | 'failed'

/** What the server finds for a text; an answer that a later text has overtaken is dropped. */
function useFound(text: string) {
  const [found, setFound] = useState<readonly FoundItem[]>([])
  const [state, setState] = useState<SearchState>('idle')
  const query = text.trim()
  useEffect(() => {
    if (query.length < SHORTEST) {
      setFound([])
      setState('idle')
      return
    }
    const abort = new AbortController()
    setState('searching')
    const timer = setTimeout(() => {
      call('GET /api/admin/search', { query: { query } }, { signal: abort.signal }).then(
        ({ data }) => {
          setFound(data)
          setState('done')
        },
        () => {
          if (!abort.signal.aborted) setState('failed')
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  return { found, state }
}

function statusText(state: SearchState, words: string, count: number): string {
  if (state === 'failed') return m.admin_search_failed()
  if (words.length < SHORTEST) return m.admin_search_hint()
  if (state === 'searching') return m.admin_search_searching()
  return count === 0 ? m.admin_search_nothing() : ''
}
