import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, line } from '../text.ts'

/** A list of the admin app with its tab and filters, under a name; its own to each member of staff. */
export const SavedView = z.object({
  _id: Id,
  name: z.string(),
  /** Where the list is, below `/admin/`. */
  list: z.string(),
  /** The query of its address, without `?`. */
  query: z.string(),
})
export type SavedView = z.output<typeof SavedView>

const reply = z.object({ success: z.literal(true), data: z.array(SavedView) })

/** The saved views of the current user. */
export const savedViewRoutes = defineRoutes({
  'GET /api/user/saved-views': {
    summary: 'The views of lists that the current user has saved',
    access: 'staff',
    personalData: false,
    reply,
    errors: [],
  },
  'PUT /api/user/saved-views': {
    summary: 'Save a view of a list under a name; a view of the same list with this name is replaced',
    access: 'staff',
    body: z.object({
      name: line(40, m.validation_view_name),
      list: z.string().check(z.regex(/^[a-z]{2,20}(\/[a-z]{2,20})?$/)),
      query: z.string().check(z.maxLength(600)),
    }),
    reply,
    errors: ['too_many_saved_views'],
  },
  'POST /api/user/saved-view/:viewId/remove': {
    summary: 'Remove a saved view of the current user',
    access: 'staff',
    params: z.object({ viewId: Id }),
    reply,
    errors: [],
  },
})
