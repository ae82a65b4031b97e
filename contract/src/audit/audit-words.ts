import { m } from '@twende/messages'
import { inOrder, rightWords } from '../accounts/account-rules.ts'
import { isDay, showDay, showInstant } from '../calendar-day.ts'
import { type ListingPlan, planLabel } from '../listings/listing-plan.ts'
import { showKsh } from '../money.ts'
import { weekdayName } from '../prices/weekday-name.ts'
import { codeLabel } from './audit-codes.ts'

/** What kinds of things change, as staff calls them. */
export const subjectLabels: ReadonlyMap<string, () => string> = new Map([
  ['accounts', m.admin_audit_subject_account],
  ['account_notes', m.admin_audit_subject_note],
  ['bookings', m.admin_audit_subject_booking],
  ['deposits', m.admin_audit_subject_deposit],
  ['kept_deposit_parts', m.admin_audit_subject_kept_part],
  ['kept_deposit_photos', m.admin_audit_subject_kept_part_photo],
  ['traffic_fines', m.admin_audit_subject_fine],
  ['unpaid_confirmations', m.admin_audit_subject_unpaid_confirmation],
  ['reading_corrections', m.admin_audit_subject_reading_correction],
  ['payments', m.admin_audit_subject_payment],
  ['refunds', m.admin_audit_subject_refund],
  ['payment_proofs', m.admin_audit_subject_proof],
  ['payment_statements', m.admin_audit_subject_statement],
  ['listings', m.admin_audit_subject_listing],
  ['listing_reports', m.admin_audit_subject_listing_report],
  ['cars', m.admin_audit_subject_car],
  ['car_pictures', m.admin_audit_subject_car_picture],
  ['car_blocks', m.admin_audit_subject_block],
  ['review_decisions', m.admin_audit_subject_review],
  ['car_losses', m.admin_audit_subject_car_loss],
  ['calendar_feeds', m.admin_audit_subject_calendar_feed],
  ['calendar_imports', m.admin_audit_subject_calendar_import],
  ['charge_disputes', m.admin_audit_subject_charge_dispute],
  ['condition_photos', m.admin_audit_subject_condition_photo],
  ['condition_reports', m.admin_audit_subject_condition_report],
  ['driver_checks', m.admin_audit_subject_driver_check],
  ['driver_waivers', m.admin_audit_subject_driver_waiver],
  ['drivers_taken_out', m.admin_audit_subject_driver_taken_out],
  ['unpaid_handovers', m.admin_audit_subject_unpaid_handover],
  ['private_files', m.admin_audit_subject_private_file],
  ['refusal_list_entries', m.admin_audit_subject_refusal],
  ['refusal_appeals', m.admin_audit_subject_refusal_appeal],
  ['car_documents', m.admin_audit_subject_car_document],
  ['car_costs', m.admin_audit_subject_car_cost],
  ['service_plans', m.admin_audit_subject_service_plan],
  ['service_records', m.admin_audit_subject_service_record],
  ['price_rules', m.admin_audit_subject_price_rule],
  ['extras', m.admin_audit_subject_extra],
  ['products', m.admin_audit_subject_product],
  ['product_pictures', m.admin_audit_subject_product_picture],
  ['orders', m.admin_audit_subject_order],
  ['left_pieces', m.admin_audit_subject_left_pieces],
  ['contact_messages', m.admin_audit_subject_message],
  ['notifications', m.admin_audit_subject_mail],
  ['categories', m.admin_audit_subject_category],
  ['locations', m.admin_audit_subject_location],
  ['services', m.admin_audit_subject_service],
  ['banners', m.admin_audit_subject_banner],
  ['business_settings', m.admin_menu_settings],
])

export function subjectLabel(subject: string): string {
  return subjectLabels.get(subject)?.() ?? fieldLabel(subject)
}

type Fields = Readonly<Record<string, unknown>> | null

/** What a request of staff did. A route without a label says what its summary says. */
export const requestLabel = ({ action, summary }: { action: string; summary: string }) =>
  m.admin_audit_action({ action, other: summary })

/** What a column, a field of a stored document or a filter is called. Where it has no label, `some_field` reads `Some field`. */
export function fieldLabel(name: string): string {
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const words = field.replaceAll('_', ' ')
  return m.admin_audit_field({ field, other: words.charAt(0).toUpperCase() + words.slice(1) })
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

type Names = Readonly<Record<string, string>>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

// The version of a stored document's format, and where on a drawing a mark is.
const undrawn = new Set(['version', 'x', 'y'])

/** Which field of what a value is of: its codes are told in its own words. */
type Place = { subject: string; field: string }

/** How times, days and numbers are written: on pages for people, in files for programs. */
export type Written = {
  instant: (instant: string) => string
  day: (day: string) => string
  number: (number: number) => string
}
const onPages: Written = {
  instant: showInstant,
  day: showDay,
  number: (number) => number.toLocaleString('en-KE'),
}

type Reading = { names?: Names; written?: Written; place?: Place }

/** Hashes, and addresses of pictures by their hash, say nothing to a person. */
const HASH = /^(?:\/media\/)?[0-9a-f]{64}(?:\/|$)/

/** A value as a person reads it. */
export function valueWords(value: unknown, reading: Reading = {}): string {
  const { names = {}, written = onPages, place } = reading
  if (value === null || value === undefined || value === '') return m.admin_audit_nothing()
  if (typeof value === 'boolean') return value ? m.admin_audit_yes() : m.admin_audit_no()
  if (typeof value === 'number') return written.number(value)
  if (isId(value)) return names[value] ?? ''
  if (typeof value === 'string') return textWords(value, { written, place })
  if (Array.isArray(value)) return listWords(value, reading)
  if (isPlan(value)) return `${planLabel(value.months)} ${showKsh(value.price)}`
  const parts = Object.entries(value)
    .filter(([name]) => !undrawn.has(name))
    .map(([name, part]) => ({
      name,
      words: valueWords(part, { names, written, place: { subject: place?.field ?? '', field: name } }),
    }))
    .filter(({ words }) => words !== '')
    .map(({ name, words }) => `${fieldLabel(name)}: ${words}`)
  return parts.length === 0 ? m.admin_audit_nothing() : parts.join('; ')
}

function textWords(text: string, { written, place }: { written: Written; place: Place | undefined }): string {
  if (INSTANT.test(text)) return written.instant(text)
  if (isDay(text)) return written.day(text)
  if (HASH.test(text)) return ''
  return place ? codeLabel(text, place.subject, place.field) : text
}

function listWords(values: readonly unknown[], reading: Reading): string {
  if (values.length === 0) return m.admin_audit_nothing()
  const isWeekdays = reading.place?.field === 'weekdays'
  return values
    .map((value) => (isWeekdays ? weekdayName(Number(value)) : valueWords(value, reading)))
    .filter(Boolean)
    .join(', ')
}

function isPlan(value: object): value is ListingPlan {
  if (!('months' in value && 'price' in value)) return false
  return typeof value.months === 'number' && typeof value.price === 'number'
}

export type Change = { field: string; before: string; after: string }

// What every new row has, and nobody asks for: the entry itself says who, whom and when.
const derived = new Set([
  'id',
  'at',
  'what',
  'account_id',
  'written_by',
  'created_at',
  'search_text',
  'former_names',
  'is_town',
  'only_one',
  'town_is_town',
  'updated_at',
  'terms_changed_at',
  // Lines on a screen; who signed, and when, is told.
  'signature',
  // What the program compares, counts and follows by.
  'content_hash',
  'dedupe_key',
  'fingerprint',
  'key_id',
  'licence_hash',
  'name_key',
  'network',
  'next_poll_at',
  'occasion',
  'phone_hash',
  'poll_count',
  'reporter',
  'slot',
  'trace_parent',
  // What a payment or a refund is for, once more beside the booking, order or deposit itself.
  'payable_id',
  // How a request to a phone is counted when it is paid.
  'adds_to_price',
  'pays_owed',
  // The version of a stored document's format.
  'version',
])

type Changed = { before: Fields; after: Fields; subject?: string }

/** What differs, field by field; of a new or removed thing only what it says. */
export function changesOf(
  { before, after, subject = '' }: Changed,
  known: Names = {},
  written: Written = onPages,
): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const isChosen = (name: string) => name !== 'payment_method' || !isOfCounter(after ?? before)
  return names
    .filter(isChosen)
    .filter((name) => !derived.has(name) && !isSerial(name, before?.[name] ?? after?.[name]))
    .filter((name) => !saysNothing(before?.[name], known) && !saysNothing(after?.[name], known))
    .flatMap((name) => differences(name, before?.[name], after?.[name], { subject, known, written }))
    .filter(({ before: was, after: is }) => was !== is)
}

/** A booking of the counter: its customer chose no way to pay, and its payments are rows of their own. */
const isOfCounter = (fields: Fields) => typeof fields?.booked_by === 'string'

/** The number within a reference, which names the thing above its fields; that of a paper is a text. */
const isSerial = (name: string, value: unknown) => name === 'number' && typeof value === 'number'

/** An id of something that has no name, or a hash, says nothing to a person. */
const saysNothing = (value: unknown, known: Names) =>
  (isId(value) && known[value] === undefined) || (typeof value === 'string' && HASH.test(value))

type Told = { subject: string; known: Names; written: Written }

/** A field that has fields of its own, as the settings have, is told by those that differ. */
function differences(name: string, before: unknown, after: unknown, told: Told): Change[] {
  const { subject, known, written } = told
  const words = (value: unknown) => {
    if (RIGHTS.has(name) && Array.isArray(value)) return rightWords(inOrder(value))
    return valueWords(value, { names: known, written, place: { subject, field: name } })
  }
  if (!isFields(after) || !(isFields(before) || (before === undefined && name === 'chosen'))) {
    return [{ field: fieldLabel(name), before: words(before), after: words(after) }]
  }
  const parts = changesOf({ before: before ?? null, after, subject }, known, written)
  if (name === 'chosen') return parts
  return parts.map((part) => ({ ...part, field: `${fieldLabel(name)}: ${part.field}` }))
}

/** Fields whose codes are rights of staff. */
const RIGHTS: ReadonlySet<string> = new Set(['rights', 'old_rights', 'new_rights'])

function isFields(value: unknown): value is NonNullable<Fields> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Requests of which the reason is a code, and the field whose words it has. */
const codedReasons: ReadonlyMap<string, string> = new Map([
  ['POST /api/admin/booking/:bookingId/deposit/keep', 'kept_deposit_parts'],
  ['POST /api/admin/driver/:driverId/refuse', 'driver_checks'],
  ['POST /api/admin/refusal-list', 'refusal_list_entries'],
])

/** Why somebody did something, as they wrote or chose it. */
export function reasonWords({ action, reason }: { action: string; reason: string }): string {
  const subject = codedReasons.get(action)
  return subject === undefined ? reason : codeLabel(reason, subject, 'reason')
}
