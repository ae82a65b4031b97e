import { createHash } from 'node:crypto'
import { Agreement, type AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { readPlaceNames } from '../../content/place-names.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { inLocale } from '../../http/request-locale.ts'
import { encodeVariant } from '../../media/encode-picture.ts'
import { renderDocument } from '../../pdf/render-document.ts'
import { keepPrivateFiles, readPrivateFile, saveOwnPdf } from '../../private-files/private-files.ts'
import { findBooking } from '../booking-read-store.ts'
import { isOfStaff, notifyCustomer } from '../notify-customer.ts'
import { type AgreementContent, agreementContent } from './agreement-content.ts'
import { agreementPaper, initialsOf, LAYOUT, reportOf } from './agreement-paper.ts'
import {
  countReturnPapers,
  deleteDraft,
  findDraft,
  findOldDrafts,
  insertAgreement,
} from './agreement-store.ts'

type MakeDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'secrets' | 'pictures' | 'privateFiles'>
/** Eight of these are about 200 kB. */
const PHOTO_WIDTH = 320
const Kind = Agreement.shape.kind

type AgreementJob = { bookingId: string; kind: AgreementKind }

/**
 * Makes the PDF of what was agreed, once however often it runs and however many processes do: whoever deletes the draft adds the
 * agreement. The file of another run is kept by nothing, and deleted within a day.
 */
export async function makeAgreement(deps: MakeDeps, job: AgreementJob): Promise<void> {
  const { db, clock, secrets } = deps
  const draft = await findDraft(db, job)
  if (draft === undefined) return
  const content = agreementContent.read(draft.content)
  const number = `AG-${secrets.digits(5)}-${secrets.digits(5)}`
  const bytes = await renderAgreement(deps, content, number)
  const file = await saveOwnPdf(deps, { kind: 'agreement', bytes })
  await inTransaction(db, async (tx) => {
    if (!(await deleteDraft(tx, { ...job, returnEvent: draft.return_event }))) return
    const now = clock.now()
    await keepPrivateFiles(tx, { ids: [file.id], now })
    const sequence = job.kind === 'return' ? await countReturnPapers(tx, job.bookingId) : 0
    await insertAgreement(tx, {
      id: uuidv7(),
      number,
      booking_id: job.bookingId,
      kind: job.kind,
      sequence,
      return_event: draft.return_event,
      language: content.language,
      layout: LAYOUT,
      file_id: file.id,
      content_hash: createHash('sha256').update(bytes).digest('hex'),
      made_at: now,
      renter_initials: initialsOf(content.customer.name),
      staff_initials: initialsOf(content.staff.name),
      made_by: content.staff.accountId,
    })
    const booking = await findBooking(tx, job.bookingId)
    // It is downloaded from the page of the booking, which whoever has no account cannot open.
    if (booking && !isOfStaff(booking)) {
      const kind = job.kind === 'handover' ? 'booking_agreement_made' : 'booking_return_report_made'
      const event = sequence === 0 ? '' : String(sequence)
      await notifyCustomer(tx, booking, (params) => ({ kind, params }), now, { event })
    }
  })
}

/** An agreement whose job was lost is made later than this. */
const LATE_MS = 15 * 60_000

/** Makes the agreements that no job has made. */
export async function makeLateAgreements(
  deps: MakeDeps & Pick<AppDeps, 'logger'>,
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - LATE_MS)
  for (const { bookingId, kind } of await findOldDrafts(deps.db, before)) {
    if (stopping?.aborted) return
    await makeAgreement(deps, { bookingId, kind: Kind.parse(kind) }).catch((error: unknown) =>
      deps.logger.error({ err: error, bookingId }, 'an agreement was not made'),
    )
  }
}

async function renderAgreement(deps: MakeDeps, content: AgreementContent, number: string): Promise<Buffer> {
  const { db, clock, config } = deps
  const { language } = content
  const places = await readPlaceNames(db, language)
  const photos = await readPhotos(deps, reportOf(content)?.photos ?? [])
  const given = { number, madeAt: clock.now(), publicUrl: config.publicUrl, places, photos }
  return inLocale(language, () => renderDocument(agreementPaper(content, given)))
}

/** The small photos as a PDF can hold them, by the id of their file; without those that are gone. */
async function readPhotos(
  deps: MakeDeps,
  photos: readonly { fileId: string }[],
): Promise<ReadonlyMap<string, Buffer>> {
  const read = new Map<string, Buffer>()
  for (const { fileId } of photos) {
    const small = await readPrivateFile(deps, fileId, 'small')
    if (!small) continue
    const encode = () => encodeVariant(small.bytes, PHOTO_WIDTH, 'jpg')
    read.set(fileId, await deps.pictures.queue.run(encode, 'background'))
  }
  return read
}
