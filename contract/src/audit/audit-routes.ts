import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput, logQuery } from '../text.ts'

const short = z.optional(z.string().check(z.trim(), z.maxLength(100)))

/** One row that staff changed: only what differs, and null where there was nothing before or is nothing after. */
export const AuditEntry = z.object({
  _id: z.int(),
  at: z.string(),
  by: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  requestId: z.string(),
  /** The route that was called, and what it is for. */
  action: z.string(),
  summary: z.string(),
  reason: z.string(),
  /** What kind of thing changed (a table's name), and which. */
  subject: z.string(),
  subjectId: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** How long it is kept who looked at what; then it is removed. */
export const ACCESS_RECORDS_KEPT_DAYS = 365

/** One look of staff at people's data, or one file of it. */
export const AccessRecord = z.object({
  _id: z.int(),
  at: z.string(),
  by: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  requestId: z.string(),
  /** The route that was called, and what it is for. */
  action: z.string(),
  summary: z.string(),
  /** The id of the account, booking, order, listing or payment; empty for a list. */
  subjectId: z.string(),
  /** What a list was narrowed to; searched words are shortened. */
  filter: z.record(z.string(), z.unknown()),
  /** How many rows were answered. */
  rowCount: z.int(),
})
export type AccessRecord = z.output<typeof AccessRecord>

const PeopleAndActions = {
  people: z.array(z.object({ _id: z.string(), name: z.string() })),
  actions: z.array(z.object({ action: z.string(), summary: z.string() })),
}

const AuditFilter = {
  search: short,
  staff: z.optional(z.uuid()),
  subject: short,
  subjectId: short,
  action: short,
  fromDay: z.optional(DayInput),
  toDay: z.optional(DayInput),
}

export const auditRoutes = defineRoutes({
  'GET /api/admin/access-records': {
    summary: 'Who of staff looked at or exported people’s data, the newest first',
    access: 'admin',
    personalData: true,
    query: logQuery(
      {
        staff: z.optional(z.uuid()),
        subjectId: short,
        action: short,
        exports: z.optional(z.literal('only')),
        fromDay: z.optional(DayInput),
        toDay: z.optional(DayInput),
      },
      100,
    ),
    reply: z.object({
      success: z.literal(true),
      data: z.array(AccessRecord),
      ...PeopleAndActions,
      /** The `before` of the next page; null on the last one. */
      next: z.nullable(z.int()),
    }),
    errors: [],
  },
  'GET /api/admin/audit': {
    summary: 'What staff changed, the newest first',
    access: 'admin',
    personalData: true,
    query: logQuery(AuditFilter, 100),
    reply: z.object({
      success: z.literal(true),
      data: z.array(AuditEntry),
      /** What the ids in the entries are called, by id: a reference, a person, a car. */
      names: z.record(z.string(), z.string()),
      /** What can be asked for: everybody who ever changed something, and every route that can. */
      people: z.array(z.object({ _id: z.string(), name: z.string() })),
      actions: z.array(z.object({ action: z.string(), summary: z.string() })),
      /** The `before` of the next page; null on the last one. */
      next: z.nullable(z.int()),
    }),
    errors: [],
  },
  'GET /api/admin/audit.csv': {
    summary:
      'The same as a table for a spreadsheet: a row for each field that changed, of at most 50,000 changes',
    access: 'admin',
    personalData: true,
    fresh: true,
    query: z.object(AuditFilter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
})
