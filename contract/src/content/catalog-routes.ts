import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { Picture } from '../media/picture.ts'
import { Id, line, optionalParagraphs, SeenAt } from '../text.ts'
import { CATALOG_LISTS, LONGEST_DESCRIPTION, LONGEST_NAME, MAX_CATALOG_ITEMS } from './catalog-choices.ts'
import { CatalogTranslations, translationFields } from './catalog-translations.ts'

/** How many rows refer to an item; an item with any cannot be removed, only hidden. */
const ItemUses = z.object({
  cars: z.int(),
  listings: z.int(),
  products: z.int(),
  /** Pickup points that lie in a town. */
  points: z.int(),
  /** Bookings that are not over and begin or end there. */
  bookings: z.int(),
})

/** One item of a catalog list; fields that its list does not have are empty. */
export const CatalogItem = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  ...CatalogTranslations.shape,
  /** The town in which a pickup point lies. */
  townId: z.nullable(z.string()),
  town: z.nullable(z.string()),
  pictures: z.array(Picture),
  hidden: z.boolean(),
  /** Its town is hidden, and so it is not offered either. */
  hiddenWithTown: z.boolean(),
  uses: ItemUses,
  /** How many of the listings of a renamed category are found by the new name; the others by the former one until then. */
  renaming: z.nullable(z.object({ done: z.int(), total: z.int() })),
  updatedAt: z.string(),
})
export type CatalogItem = z.output<typeof CatalogItem>

const OneList = z.object({ list: z.enum(CATALOG_LISTS) })
const OneItem = z.object({ list: z.enum(CATALOG_LISTS), itemId: Id })
const Item = z.object({ success: z.literal(true), message: z.string(), data: CatalogItem })
const Items = z.object({ success: z.literal(true), data: z.array(CatalogItem) })
const Ids = z.array(Id).check(z.maxLength(MAX_CATALOG_ITEMS))

/** Which of these an item has depends on its list; the file `image1` is its picture. */
const fields = {
  name: z.optional(line(LONGEST_NAME, m.validation_name_of_item)),
  description: optionalParagraphs(LONGEST_DESCRIPTION),
  /** Without these fields, the translations stay. */
  ...translationFields,
  /** The id of the town in which a pickup point lies; empty for a town. */
  town: z._default(z.union([z.literal(''), Id]), ''),
}

const problems = [
  'catalog_item_incomplete',
  'catalog_item_needs_picture',
  'catalog_item_name_taken',
  'town_unknown',
  'town_has_points',
  'picture_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'rate_limited',
] as const

/** Admin routes of the catalog: categories, services, locations, banners. */
export const catalogRoutes = defineRoutes({
  'GET /api/admin/catalog/:list': {
    summary: 'A catalog list in its order, hidden items included, with the number of uses of each',
    access: 'staff',
    personalData: false,
    params: OneList,
    reply: Items,
    errors: [],
  },
  'GET /api/admin/catalog/:list/:itemId': {
    summary: 'One item of a list',
    access: 'staff',
    personalData: false,
    params: OneItem,
    reply: z.object({ success: z.literal(true), data: CatalogItem }),
    errors: ['not_found'],
  },
  'POST /api/admin/catalog/:list': {
    summary: 'Add an item at the end of a list; image1 is its picture',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: OneList,
    body: z.object(fields),
    reply: Item,
    errors: ['catalog_list_full', 'idempotency_conflict', ...problems],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/catalog/:list/:itemId/update': {
    summary: 'Change an item; without image1 its picture stays',
    access: 'staff',
    multipart: true,
    params: OneItem,
    body: z.object({
      ...fields,
      /** When the item was last changed before staff saw it; refused if it was changed since. */
      updatedAt: SeenAt,
    }),
    reply: Item,
    errors: ['not_found', 'changed_meanwhile', ...problems],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/catalog/:list/:itemId/visibility': {
    summary: 'Hide an item, or show it again; what uses it is not changed',
    access: 'staff',
    params: OneItem,
    body: z.object({ hidden: z.boolean() }),
    reply: Item,
    errors: ['not_found', 'last_catalog_item'],
  },
  'POST /api/admin/catalog/:list/:itemId/remove': {
    summary: 'Remove an item that nothing uses',
    access: 'staff',
    params: OneItem,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found', 'catalog_item_in_use', 'last_catalog_item'],
  },
  'POST /api/admin/catalog/:list/order': {
    summary: 'Reorder a list; `was` is the order that staff saw',
    access: 'staff',
    params: OneList,
    body: z.object({ was: Ids, order: Ids }),
    reply: Items,
    errors: ['changed_meanwhile'],
  },
})
