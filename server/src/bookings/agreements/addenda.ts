import { createHash } from 'node:crypto'
import type { AddendumToAccept } from '@twende/contract/agreements/agreement-routes.ts'
import { m } from '@twende/messages'
import { baseLocale, isLocale } from '@twende/messages/runtime'
import { v7 as uuidv7 } from 'uuid'
import { readPlaceNames } from '../../content/place-names.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { findNamedDrivers } from '../../drivers/read-drivers.ts'
import { AppError } from '../../http/app-error.ts'
import { inLocale } from '../../http/request-locale.ts'
import { unprintableIn } from '../../pdf/fonts.ts'
import { renderDocument } from '../../pdf/render-document.ts'
import { keepPrivateFiles, saveOwnPdf } from '../../private-files/private-files.ts'
import { findAdminBooking } from '../admin/admin-booking-store.ts'
import { addendumChange, addendumOfToken, addendumPath } from './add-addendum.ts'
import {
  type AddendumKey,
  type AddendumRow,
  findAddendaToAccept,
  findAddendaToMake,
  findAddendum,
  lockAddendumToMake,
  setAccepted,
} from './addendum-store.ts'
import type { AgreementContent, AgreementTerms } from './agreement-content.ts'
import { agreementPaper, initialsOf, LAYOUT } from './agreement-paper.ts'
import { addendumSections, termsWriter, titleOf } from './agreement-sections.ts'
import { insertAgreement } from './agreement-store.ts'
import { shownSection } from './agreement-to-sign.ts'
import { collectContent } from './request-agreement.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'config' | 'tokenSecret'>

/** What waits for the customer of a booking, with the address where it is accepted and what staff writes with it. */
export async function readAddendaToAccept(
  { db, config, tokenSecret }: ReadDeps,
  bookingId: string,
): Promise<AddendumToAccept[]> {
  const rows = await findAddendaToAccept(db, bookingId)
  if (rows.length === 0) return []
  const booking = await findAdminBooking(db, bookingId)
  const language = isLocale(booking?.account_locale) ? booking.account_locale : baseLocale
  const contents = booking?.handover
    ? await Promise.all(rows.map((row) => contentOf({ db, config }, row)))
    : []
  return rows.map(({ sequence, made_at }, at) => {
    const prefix = language === baseLocale ? '' : `/${language}`
    const link = `${config.publicUrl}${prefix}${addendumPath({ tokenSecret }, { bookingId, sequence })}`
    const words = { reference: booking?.reference ?? '', link }
    return {
      sequence,
      madeAt: made_at.toISOString(),
      link,
      message: inLocale(language, () => m.whatsapp_addendum(words)),
      unprintable: unprintableIn(namesIn(contents[at])),
    }
  })
}

/** What people typed that an addendum says. */
function namesIn(content: AgreementContent | undefined): string {
  if (!content) return ''
  const { customer, drivers, car, business, staff, addendum } = content
  return JSON.stringify([customer, drivers, car, business, staff, addendum])
}

/** An addendum as whoever has its link reads it; after the acceptance, only when that was. */
export async function readAddendum(deps: ReadDeps, token: string) {
  const { row, content } = await findOpen(deps, token)
  if (row.accepted_at) return { acceptedAt: row.accepted_at.toISOString(), paper: null }
  const { language } = content
  const writer = termsWriter(content, await readPlaceNames(deps.db, language))
  const paper = inLocale(language, () => ({
    language,
    title: titleOf(content),
    sections: (content.addendum ? addendumSections(writer, content.addendum) : []).map(shownSection),
    declaration: m.agreement_addendum_declaration(),
  }))
  return { acceptedAt: null, paper }
}

/** Whoever has the link accepts what it says; a second time changes nothing. */
export async function acceptAddendum(
  deps: ReadDeps & Pick<AppDeps, 'clock'>,
  { token, name }: { token: string; name: string },
): Promise<void> {
  const { row } = await findOpen(deps, token)
  const key = { bookingId: row.booking_id, sequence: row.sequence }
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => setAccepted(tx, { ...key, how: 'link', name, now }))
}

async function findOpen(deps: ReadDeps, token: string) {
  const key = addendumOfToken(deps, token)
  const row = key && (await findAddendum(deps.db, key))
  const booking = key && (await findAdminBooking(deps.db, key.bookingId))
  if (!row || !booking?.handover) throw new AppError('agreement_not_found')
  return { row, content: await contentOf(deps, row) }
}

async function contentOf(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  row: AddendumRow,
): Promise<AgreementContent> {
  const { booking_id: bookingId, made_by } = row
  const content = await collectContent(db, { config }, { bookingId, kind: 'addendum', staffId: made_by })
  const { money, ...change } = addendumChange.read(row.change)
  const addedDrivers = await findNamedDrivers(db, change.addedDrivers)
  const removedDrivers = await findNamedDrivers(db, change.removedDrivers)
  return { ...content, money, addendum: addendumOf(row, { addedDrivers, removedDrivers }) }
}

function addendumOf(
  row: AddendumRow,
  drivers: Record<'addedDrivers' | 'removedDrivers', AgreementTerms['drivers']>,
): NonNullable<AgreementContent['addendum']> {
  const { from, to } = addendumChange.read(row.change)
  return {
    sequence: row.sequence,
    madeAt: row.made_at.toISOString(),
    from,
    to,
    ...drivers,
    acceptedAt: row.accepted_at?.toISOString() ?? '',
    accepterName: row.accepter_name,
  }
}

type MakeDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'secrets' | 'pictures' | 'privateFiles' | 'logger'>

/** Makes the papers of what was accepted, each once, however many processes do. */
export async function makeAddenda(
  deps: MakeDeps,
  { stopping }: { stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  for (const row of await findAddendaToMake(deps.db)) {
    if (stopping?.aborted) return
    await makeAddendum(deps, row).catch((error: unknown) =>
      deps.logger.error({ err: error, bookingId: row.booking_id }, 'an addendum was not made'),
    )
  }
}

async function makeAddendum(deps: MakeDeps, row: AddendumRow): Promise<void> {
  const { db, clock, secrets, config } = deps
  const content = await contentOf(deps, row)
  const number = `AG-${secrets.digits(5)}-${secrets.digits(5)}`
  const places = await readPlaceNames(db, content.language)
  const given = { number, madeAt: clock.now(), publicUrl: config.publicUrl, places, photos: new Map() }
  const bytes = await inLocale(content.language, () => renderDocument(agreementPaper(content, given)))
  const file = await saveOwnPdf(deps, { kind: 'agreement', bytes })
  const key: AddendumKey = { bookingId: row.booking_id, sequence: row.sequence }
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    if (!(await lockAddendumToMake(tx, key))) return
    await keepPrivateFiles(tx, { ids: [file.id], now })
    await insertAgreement(tx, {
      id: uuidv7(),
      number,
      booking_id: key.bookingId,
      kind: 'addendum',
      sequence: key.sequence,
      language: content.language,
      layout: LAYOUT,
      file_id: file.id,
      content_hash: createHash('sha256').update(bytes).digest('hex'),
      made_at: now,
      renter_initials: initialsOf(content.customer.name),
      staff_initials: initialsOf(content.staff.name),
      made_by: row.made_by,
    })
  })
}
