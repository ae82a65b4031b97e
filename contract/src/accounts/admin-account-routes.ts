import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, optionalParagraphs, pageQuery, pageReply, paragraphs } from '../text.ts'
import { AccountDetails, AccountSummary } from './account-details.ts'
import { Role, StaffRights } from './account-routes.ts'
import { ACCOUNT_STATES } from './account-rules.ts'

const params = z.object({ accountId: Id })
const One = z.object({ success: z.literal(true), data: AccountDetails, message: z.string() })

const filter = {
  /** Words of a name or an email; or a phone number, also one that was only given with a booking or payment. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  role: z.optional(Role),
  state: z.optional(z.enum(ACCOUNT_STATES)),
}

/** Staff's side of the accounts. */
export const accountAdminRoutes = defineRoutes({
  'GET /api/admin/people': {
    summary: 'People with an account, the newest first',
    access: 'staff',
    right: 'people',
    personalData: true,
    query: pageQuery(filter, 100),
    reply: pageReply(AccountSummary, {}),
    errors: [],
  },
  'GET /api/admin/people.csv': {
    summary:
      'The same people as a table to download, at most 50,000 of them; personal data, so for admins alone',
    access: 'admin',
    personalData: true,
    fresh: true,
    query: z.object(filter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/person/:accountId': {
    summary: 'A person, what they did here, and what staff wrote about them',
    access: 'staff',
    right: 'people',
    personalData: true,
    params,
    reply: z.object({ success: z.literal(true), data: AccountDetails }),
    errors: ['not_found'],
  },
  'POST /api/admin/person/:accountId/note': {
    summary: 'Write something about a person, for staff to read',
    access: 'staff',
    right: 'people',
    idempotent: true,
    params,
    body: z.object({ note: paragraphs(1000, m.validation_note_missing) }),
    reply: One,
    errors: ['not_found', 'idempotency_conflict'],
  },
  'POST /api/admin/person/:accountId/ban': {
    summary: 'Close an account; the person is out at the next request',
    access: 'staff',
    right: 'people',
    params,
    body: z.object({ reason: paragraphs(500, m.validation_reason_missing) }),
    reply: One,
    errors: ['not_found', 'forbidden', 'account_wrong_state'],
  },
  'POST /api/admin/person/:accountId/unban': {
    summary: 'Open a banned account again',
    access: 'staff',
    right: 'people',
    params,
    body: z.object({ reason: paragraphs(500, m.validation_reason_missing) }),
    reply: One,
    errors: ['not_found', 'forbidden', 'account_wrong_state'],
  },
  'POST /api/admin/person/:accountId/role': {
    summary: 'Change what a person may do here; they sign in again',
    access: 'admin',
    fresh: true,
    params,
    body: z.object({
      role: Role,
      /** The role that was looked at; refused when it is another by now. */
      was: z.optional(Role),
      /** What somebody who becomes staff may do besides the work of all staff; nothing where it is left out. */
      rights: z.optional(StaffRights),
      reason: optionalParagraphs(500),
    }),
    reply: One,
    errors: ['not_found', 'last_admin', 'account_wrong_state'],
  },
  'POST /api/admin/person/:accountId/rights': {
    summary: 'Change the rights of a member of staff; they count at the next request',
    access: 'admin',
    fresh: true,
    params,
    body: z.object({
      rights: StaffRights,
      /** The rights that were looked at; refused when they are others by now. */
      was: StaffRights,
      reason: optionalParagraphs(500),
    }),
    reply: One,
    errors: ['not_found', 'account_wrong_state'],
  },
  'POST /api/admin/person/:accountId/log-out': {
    summary: 'End every session of a person',
    access: 'staff',
    right: 'people',
    params,
    reply: One,
    errors: ['not_found', 'forbidden', 'account_wrong_state'],
  },
  'POST /api/admin/person/:accountId/reset-second-factor': {
    summary: 'Remove every second factor of a person who lost theirs, and end their sessions',
    access: 'admin',
    fresh: true,
    params,
    body: z.object({ reason: paragraphs(500, m.validation_reason_missing) }),
    reply: One,
    errors: ['not_found', 'forbidden', 'account_wrong_state', 'no_second_factor'],
  },
})
