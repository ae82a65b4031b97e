/** Fixed figures and choices of the shop; pages import them, so nothing heavy here. */

export const PRODUCT_SORTS = ['recommended', 'price-low', 'price-high', 'newest', 'name'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const SHOP_PAGE_SIZE = 12
export const ORDERS_PAGE_SIZE = 10

/** The most of one product in a cart or an order, and the most different products in one. */
export const MOST_OF_ONE = 99
export const MOST_LINES = 50
export const HIGHEST_PRODUCT_PRICE = 10_000_000
/** The most pieces of a product that the shop can have. */
export const MOST_IN_STOCK = 100_000

export const DELIVERY_FEE = 0

export const ORDER_CHANNELS = ['mpesa', 'whatsapp'] as const
export type OrderChannel = (typeof ORDER_CHANNELS)[number]

/** How long an unpaid order keeps its pieces from others. */
export const ORDER_HOLD_MINUTES = { mpesa: 30, whatsapp: 120 } as const satisfies Record<OrderChannel, number>
/** How long a visitor's WhatsApp order, which keeps nothing, waits for us. */
export const INQUIRY_HOURS = 72
export const MAX_UNPAID_ORDERS = 3

/** What staff looks at: paid and to be packed, on its way, waiting for money, everything. */
export const ORDER_QUEUES = ['pack', 'send', 'deliver', 'unpaid', 'all'] as const
export type OrderQueue = (typeof ORDER_QUEUES)[number]
