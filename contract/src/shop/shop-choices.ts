/** Constants of the shop. Pages import this file, so it imports no schema library. */

export const PRODUCT_SORTS = ['recommended', 'price-low', 'price-high', 'newest', 'name'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const SHOP_PAGE_SIZE = 12
export const ORDERS_PAGE_SIZE = 10

/** Limits of a cart and an order: quantity of one product, and number of different products. */
export const MAX_QUANTITY = 99
export const MAX_ORDER_LINES = 50
export const HIGHEST_PRODUCT_PRICE = 10_000_000
/** The most, in shillings, that one order may cost. */
export const MOST_ORDER_AMOUNT = 100_000_000
/** The largest stock of a product. */
export const MAX_STOCK = 100_000

export const DELIVERY_FEE = 0

export const ORDER_CHANNELS = ['mpesa', 'whatsapp'] as const
export type OrderChannel = (typeof ORDER_CHANNELS)[number]
/** How an order came: as its customer chose, or sold at the counter. */
export const ORDER_ORIGINS = [...ORDER_CHANNELS, 'counter'] as const

/** How long an unpaid order reserves its stock. */
export const ORDER_HOLD_MINUTES = { mpesa: 30, whatsapp: 120 } as const satisfies Record<OrderChannel, number>
/** How long a visitor's WhatsApp order, which reserves nothing, stays open. */
export const INQUIRY_HOURS = 72
export const MAX_UNPAID_ORDERS = 3

/** The street, the town and the country of an address, as far as they are known, one line each. */
export function addressLines(address: {
  street: string
  city: string
  state: string
  zipcode: string
  country: string
}): string[] {
  const { street, city, state, zipcode, country } = address
  const town = [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [street, town, country].filter(Boolean)
}

/** Queues of staff: to pack, to send, to deliver, unpaid, sent and owed, all. */
export const ORDER_QUEUES = ['pack', 'send', 'deliver', 'unpaid', 'owed', 'all'] as const
export type OrderQueue = (typeof ORDER_QUEUES)[number]

/** What becomes of the pieces of an order that is ended after it was paid: only those on the shelf are sold again. */
export const PIECE_ENDS = ['shelf', 'damaged', 'missing'] as const
export type PieceEnd = (typeof PIECE_ENDS)[number]
