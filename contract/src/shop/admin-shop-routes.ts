import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { PictureOrder } from '../media/picture.ts'
import { codeFitsMethod, DESK_METHODS } from '../payments/desk-payment.ts'
import { MpesaCode, searchText } from '../payments/mpesa-code-input.ts'
import {
  formNumber,
  formShillings,
  Id,
  line,
  optionalParagraphs,
  pageQuery,
  pageReply,
  paragraphs,
  RecordedDay,
  SeenAt,
} from '../text.ts'
import { StaffOrder } from './order.ts'
import { STAFF_ORDER_MOVES } from './order-status.ts'
import { StockedProduct } from './product.ts'
import {
  HIGHEST_PRODUCT_PRICE,
  MAX_ORDER_LINES,
  MAX_STOCK,
  ORDER_QUEUES,
  PIECE_ENDS,
} from './shop-choices.ts'

const COUNT = { error: m.validation_stock }

/** Fields of the product form; files `image1` to `image4` are its pictures. */
const productFields = {
  name: line(120, m.validation_name_of_item),
  description: paragraphs(4000, m.validation_describe_product),
  category: line(60, m.validation_category),
  price: formShillings(1, HIGHEST_PRODUCT_PRICE, m.validation_product_price),
}

const ProductId = z.object({ productId: Id })
const OneProduct = z.object({ success: z.literal(true), message: z.string(), data: StockedProduct })
const search = z.optional(searchText())

const orderFilter = { queue: z.optional(z.enum(ORDER_QUEUES)), search, accountId: z.optional(Id) }

const pictureRefusals = [
  'picture_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'rate_limited',
] as const

/** Admin routes of products and orders. */
export const shopAdminRoutes = defineRoutes({
  'GET /api/admin/products': {
    summary: 'All products, hidden ones too, with their stock',
    access: 'staff',
    personalData: false,
    query: pageQuery(
      {
        search,
        category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
        /** `low`: three or fewer can be ordered. */
        show: z.optional(z.enum(['all', 'public', 'hidden', 'low'])),
      },
      50,
    ),
    reply: pageReply(StockedProduct, {}),
    errors: [],
  },
  'POST /api/admin/products': {
    summary: 'Add a product; image1 to image4 are its pictures, the first is required',
    access: 'staff',
    idempotent: true,
    multipart: true,
    body: z.object({ ...productFields, onHand: formNumber(0, MAX_STOCK, m.validation_stock) }),
    reply: OneProduct,
    errors: [
      'category_unknown',
      'product_needs_picture',
      'product_name_taken',
      'idempotency_conflict',
      ...pictureRefusals,
    ],
    limits: STAFF_UPLOADS,
  },
  'GET /api/admin/product/:productId': {
    summary: 'One product, hidden or not, with its stock',
    access: 'staff',
    personalData: false,
    params: ProductId,
    reply: z.object({ success: z.literal(true), data: StockedProduct }),
    errors: ['product_not_found'],
  },
  'POST /api/admin/product/:productId/update': {
    summary: 'Change a product; without `pictures`, image1 to image4 replace those in their places',
    access: 'staff',
    multipart: true,
    params: ProductId,
    body: z.extend(z.partial(z.object(productFields)), {
      pictures: z.optional(PictureOrder),
      /** When the product was last changed before staff saw it; refused if it was changed since. */
      updatedAt: z.optional(SeenAt),
    }),
    reply: OneProduct,
    errors: [
      'product_not_found',
      'changed_meanwhile',
      'category_unknown',
      'product_name_taken',
      'product_needs_picture',
      ...pictureRefusals,
    ],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/product/:productId/stock': {
    summary: 'Set the stock of a product, including what is reserved',
    access: 'staff',
    params: ProductId,
    body: z.object({
      onHand: z.int(COUNT).check(z.gte(0, COUNT), z.lte(MAX_STOCK, COUNT)),
      /** The stock that staff saw; refused if it was changed since. */
      was: z.optional(z.int()),
      /** Takes a count below what unpaid orders reserve: the last of them then keep none of it. */
      evenIfPromised: z._default(z.boolean(), false),
    }),
    reply: OneProduct,
    errors: ['product_not_found', 'stock_changed', 'stock_reserved'],
  },
  'POST /api/admin/product/:productId/visibility': {
    summary: 'Hide a product from the shop, or show it again',
    access: 'staff',
    params: ProductId,
    body: z.object({ hidden: z.boolean() }),
    reply: OneProduct,
    errors: ['product_not_found'],
  },
  'GET /api/admin/orders': {
    summary: 'Orders that wait for staff, the longest waiting first; or all, newest first',
    access: 'staff',
    personalData: true,
    query: pageQuery(orderFilter, 50),
    reply: pageReply(StaffOrder, {
      /** The person by whom the list is filtered. */
      whose: z.nullable(z.string()),
      counts: z.object({
        pack: z.int(),
        send: z.int(),
        deliver: z.int(),
        unpaid: z.int(),
        owed: z.int(),
        all: z.int(),
      }),
    }),
    errors: [],
  },
  'GET /api/admin/orders.csv': {
    summary: 'The same orders as a table to download, at most 50,000 of them',
    access: 'staff',
    right: 'people',
    personalData: true,
    fresh: true,
    query: z.object(orderFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/order/:orderId': {
    summary: 'One order',
    access: 'staff',
    personalData: true,
    params: z.object({ orderId: Id }),
    reply: z.object({ success: z.literal(true), data: StaffOrder }),
    errors: ['order_not_found'],
  },
  'POST /api/admin/order/:orderId/move': {
    summary:
      'Move an order on; `pay` needs how it was paid; `ship` (how it travels) and all moves after it but `deliver` (why) need a note',
    access: 'staff',
    params: z.object({ orderId: Id }),
    body: z
      .object({
        move: z.enum(STAFF_ORDER_MOVES),
        note: optionalParagraphs(500),
        /** How it was paid and the M-Pesa code of the payment; with `pay` only. */
        paidBy: z.optional(z.enum(DESK_METHODS)),
        code: z._default(MpesaCode, ''),
        /** Today where it is not given. */
        paidOn: z.optional(RecordedDay),
        /** What becomes of the pieces, with a move that ends a paid order; those of lines not named are on the shelf. With a parcel that did not arrive, each line is named. */
        ends: z.optional(
          z.array(z.object({ productId: Id, as: z.enum(PIECE_ENDS) })).check(z.maxLength(MAX_ORDER_LINES)),
        ),
      })
      .check(
        z.refine(({ move, paidBy }) => (move === 'pay') === (paidBy !== undefined), {
          error: m.validation_how_paid,
          path: ['paidBy'],
        }),
        codeFitsMethod,
      ),
    reply: z.object({ success: z.literal(true), message: z.string(), data: StaffOrder }),
    errors: [
      'order_not_found',
      'order_wrong_state',
      'order_return_too_late',
      'out_of_stock',
      'mpesa_code_used',
      'amount_too_small',
    ],
  },
})
