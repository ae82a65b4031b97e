import { REVIEWED_FIELDS, type ReviewedField } from '@twende/contract/listings/edit-review.ts'
import { LISTING_WARNINGS, type ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/database.ts'
import type { PictureRow } from '../media/present-picture.ts'
import { type PartialFacts, readProposal, storedProposal } from './listing-facts.ts'

/** An edit of a verified listing that staff has not accepted. */
export type PendingEditRow = {
  id: string
  listingId: string
  fields: ReviewedField[]
  proposed: PartialFacts
  warnings: ListingWarning[]
  submittedAt: Date
  refusedAt: Date | null
  reason: string
  /** The names of the proposed category and location, and the proposed pictures, if the edit changes them. */
  category: string | null
  location: string | null
  pictures: PictureRow[]
}

/** The open edits of these listings, by the id of their listing. */
export async function findEdits(
  db: Db,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, PendingEditRow>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('listing_edits')
    .leftJoin('categories', 'categories.id', 'listing_edits.category_id')
    .leftJoin('locations', 'locations.id', 'listing_edits.location_id')
    .where('listing_edits.listing_id', 'in', [...listingIds])
    .selectAll('listing_edits')
    .select((eb) => [
      'categories.name as category',
      'locations.name as location',
      jsonArrayFrom(
        eb
          .selectFrom('listing_edit_pictures')
          .innerJoin('pictures', 'pictures.hash', 'listing_edit_pictures.picture_hash')
          .whereRef('listing_edit_pictures.listing_id', '=', 'listing_edits.listing_id')
          .select(['pictures.hash', 'pictures.width', 'pictures.height', 'pictures.placeholder'])
          .orderBy('listing_edit_pictures.position'),
      ).as('pictures'),
    ])
    .execute()
  const edits = rows.map((row) => ({
    id: row.id,
    listingId: row.listing_id,
    fields: REVIEWED_FIELDS.filter((field) => row.fields.includes(field)),
    proposed: readProposal(row.proposed, {
      categoryId: row.category_id,
      locationId: row.location_id,
      photos: row.pictures.map(({ hash }) => hash),
    }),
    warnings: LISTING_WARNINGS.filter((warning) => row.warnings.includes(warning)),
    submittedAt: row.submitted_at,
    refusedAt: row.refused_at,
    reason: row.refusal_reason,
    category: row.category,
    location: row.location,
    pictures: row.pictures,
  }))
  return new Map(edits.map((edit) => [edit.listingId, edit]))
}

/** The open edit of a listing that is locked, so that nobody changes it meanwhile. */
export async function findEdit(tx: Db, listingId: string): Promise<PendingEditRow | undefined> {
  return (await findEdits(tx, [listingId])).get(listingId)
}

type NewEdit = {
  id: string
  listingId: string
  fields: readonly ReviewedField[]
  proposed: PartialFacts
  warnings: readonly ListingWarning[]
  now: Date
}

export async function replaceEdit(tx: Db, edit: NewEdit): Promise<void> {
  const { id, listingId, fields, proposed, warnings, now } = edit
  await deleteEdit(tx, listingId)
  await tx
    .insertInto('listing_edits')
    .values({
      id,
      listing_id: listingId,
      fields: [...fields],
      proposed: storedProposal(proposed),
      category_id: proposed.category ?? null,
      location_id: proposed.location ?? null,
      warnings: [...warnings],
      submitted_at: now,
    })
    .execute()
  const pictures = (proposed.photos ?? []).map((picture_hash, position) => ({
    listing_id: listingId,
    position,
    picture_hash,
  }))
  if (pictures.length > 0) await tx.insertInto('listing_edit_pictures').values(pictures).execute()
}

/** Marks an edit as refused; it stays until its seller has read the reason. */
export async function markEditRefused(tx: Db, editId: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('listing_edits')
    .set({ refused_at: now, refusal_reason: reason })
    .where('id', '=', editId)
    .execute()
}

export async function deleteEdit(tx: Db, listingId: string): Promise<void> {
  await tx.deleteFrom('listing_edits').where('listing_id', '=', listingId).execute()
}
