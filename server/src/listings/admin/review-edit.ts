import type { ListingEvent } from '@twende/contract/listings/listing-history.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { deleteEdit, findEdit, markEditRefused, type PendingEditRow } from '../listing-edit-store.ts'
import { columnsOf } from '../listing-facts.ts'
import {
  changeListing,
  type ListingChange,
  type ListingRecord,
  lockListingToChange,
  replacePictures,
} from '../listing-store.ts'
import { notifySeller } from '../notify-seller.ts'

type ReviewDeps = Pick<AppDeps, 'db' | 'clock'>
/** `editId` is the edit that staff looked at. */
type Decision = { listingId: string; editId: string; accountId: string; note: string }

/** Publishes the proposed changes of a verified listing. */
export async function approveEdit(deps: ReviewDeps, decision: Decision): Promise<void> {
  await decide(deps, decision, async (tx, listing, { fields, warnings }, now) => {
    const set = {
      ...(await applyProposedEdit(tx, listing)),
      verified_at: now,
      verified_version: listing.verified_version + 1,
      review_since: null,
      warnings,
    }
    const event = staffEvent(decision, now, { code: 'edit_approved', fields })
    await changeListing(tx, listing, set, event)
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_edit_approved', params }),
      `edit approved ${decision.editId}`,
      now,
    )
  })
}

/** Refuses the proposed changes: the verified version stays public, and the seller is told why. */
export async function refuseEdit(deps: ReviewDeps, decision: Decision): Promise<void> {
  const { editId, note: reason } = decision
  await decide(deps, decision, async (tx, listing, { fields }, now) => {
    await markEditRefused(tx, editId, reason, now)
    const event = staffEvent(decision, now, { code: 'edit_refused', fields })
    await changeListing(tx, listing, { review_since: null }, event)
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_edit_refused', params: { ...params, reason } }),
      `edit refused ${editId}`,
      now,
    )
  })
}

/** Deletes a seller's own proposed changes, waiting or refused. */
export async function withdrawListingEdit(
  { db, clock }: ReviewDeps,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const listing = await lockListingToChange(tx, listingId, accountId)
    if (!(await findEdit(tx, listingId))) throw new AppError('listing_wrong_state')
    await deleteEdit(tx, listingId)
    const event = { by: 'owner', accountId, now: clock.now(), what: { code: 'edit_withdrawn' } } as const
    await changeListing(tx, listing, { review_since: null }, event)
  })
}

/** Deletes the edit of a locked listing and returns its values as columns; a refused edit has none. */
export async function applyProposedEdit(tx: Db, listing: ListingRecord): Promise<ListingChange> {
  const edit = await findEdit(tx, listing.id)
  if (!edit) return {}
  // Before the edit is deleted: its rows keep the pictures from being deleted as unused.
  if (edit.refusedAt === null && edit.proposed.photos) {
    await replacePictures(tx, listing.id, edit.proposed.photos)
  }
  await deleteEdit(tx, listing.id)
  if (edit.refusedAt !== null) return {}
  const { price } = edit.proposed
  return { ...columnsOf(edit.proposed), ...(price === undefined ? {} : { verified_price: price }) }
}

async function decide(
  { db, clock }: ReviewDeps,
  { listingId, editId }: Decision,
  work: (tx: Db, listing: ListingRecord, edit: PendingEditRow, now: Date) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const listing = await lockListingToChange(tx, listingId)
    const edit = await findEdit(tx, listingId)
    if (edit?.refusedAt !== null) throw new AppError('listing_wrong_state')
    if (edit.id !== editId) throw new AppError('changed_meanwhile')
    await work(tx, listing, edit, clock.now())
  })
}

function staffEvent({ accountId, note }: Decision, now: Date, what: ListingEvent) {
  return { by: 'staff', accountId, now, what, note } as const
}
