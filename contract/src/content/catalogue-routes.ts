import * as z from 'zod/mini'
import { defineRoutes, STAFF_UPLOADS } from '../http/route.ts'
import { Id, line, optionalParagraphs, SeenAt } from '../text.ts'
import { CatalogueEntry } from './catalogue.ts'
import { LONGEST_DESCRIPTION, LONGEST_NAME, MOST_ENTRIES, SHELVES } from './catalogue-choices.ts'

const OneShelf = z.object({ shelf: z.enum(SHELVES) })
const OneEntry = z.object({ shelf: z.enum(SHELVES), entryId: Id })
const Entry = z.object({ success: z.literal(true), message: z.string(), data: CatalogueEntry })
const Entries = z.object({ success: z.literal(true), data: z.array(CatalogueEntry) })
const Ids = z.array(Id).check(z.maxLength(MOST_ENTRIES))

/** Which of these an entry has depends on its shelf; the file `image1` is its picture. */
const fields = {
  name: z.optional(line(LONGEST_NAME, 'Please enter a name')),
  description: optionalParagraphs(LONGEST_DESCRIPTION),
  /** The id of the town in which a pickup point lies; empty for a town. */
  town: z._default(z.union([z.literal(''), Id]), ''),
}

const problems = [
  'entry_incomplete',
  'entry_needs_picture',
  'entry_name_taken',
  'town_unknown',
  'town_has_points',
  'picture_unsupported',
  'picture_unreadable',
  'picture_too_large',
  'too_large',
  'rate_limited',
] as const

/** Staff's side of what everybody chooses from: categories, services, places, banners. */
export const catalogueRoutes = defineRoutes({
  'GET /api/admin/catalogue/:shelf': {
    summary: 'A shelf in its order, hidden entries too, with how much uses each',
    access: 'staff',
    params: OneShelf,
    reply: Entries,
    errors: [],
  },
  'GET /api/admin/catalogue/:shelf/:entryId': {
    summary: 'One entry of a shelf',
    access: 'staff',
    params: OneEntry,
    reply: z.object({ success: z.literal(true), data: CatalogueEntry }),
    errors: ['not_found'],
  },
  'POST /api/admin/catalogue/:shelf': {
    summary: 'Add an entry at the end of a shelf; image1 is its picture',
    access: 'staff',
    multipart: true,
    idempotent: true,
    params: OneShelf,
    body: z.object(fields),
    reply: Entry,
    errors: ['shelf_full', 'idempotency_conflict', ...problems],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/catalogue/:shelf/:entryId/update': {
    summary: 'Change an entry; without image1 its picture stays',
    access: 'staff',
    multipart: true,
    params: OneEntry,
    body: z.object({
      ...fields,
      /** The entry as staff saw it; refused when it is another by now. */
      updatedAt: SeenAt,
    }),
    reply: Entry,
    errors: ['not_found', 'changed_meanwhile', ...problems],
    limits: STAFF_UPLOADS,
  },
  'POST /api/admin/catalogue/:shelf/:entryId/visibility': {
    summary: 'Hide an entry, or show it again; what uses it keeps it',
    access: 'staff',
    params: OneEntry,
    body: z.object({ hidden: z.boolean() }),
    reply: Entry,
    errors: ['not_found', 'last_entry'],
  },
  'POST /api/admin/catalogue/:shelf/:entryId/remove': {
    summary: 'Take an entry away for good; only what nothing uses',
    access: 'staff',
    params: OneEntry,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found', 'entry_in_use', 'last_entry'],
  },
  'POST /api/admin/catalogue/:shelf/order': {
    summary: 'Put a shelf in order; `was` is the order that staff saw',
    access: 'staff',
    params: OneShelf,
    body: z.object({ was: Ids, order: Ids }),
    reply: Entries,
    errors: ['changed_meanwhile'],
  },
})
