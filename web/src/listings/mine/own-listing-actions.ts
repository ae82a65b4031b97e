import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { errorMessage } from './own-listing-format.ts'

/** Asks, and deletes; true when the listing is gone. */
export async function deleteListing({ _id: id }: Pick<OwnListing, '_id'>): Promise<boolean> {
  const sure = await ask({
    sentence: m.my_listings_delete_question(),
    yes: m.my_listings_delete(),
    no: m.my_listings_delete_no(),
    danger: true,
  })
  if (!sure) return false
  try {
    await call('POST /api/sell/remove', { body: { id } })
    toast.success(m.my_listings_deleted())
    return true
  } catch (error) {
    toast.error(errorMessage(error, m.my_listings_delete_failed()))
    return false
  }
}

/** Asks, and gives up the changes that buyers do not see yet. */
export async function withdrawEdit({ _id: id, edit }: Pick<OwnListing, '_id' | 'edit'>): Promise<void> {
  const waits = edit?.state === 'waiting'
  const sure = await ask({
    sentence: waits ? m.edit_listing_withdraw_question() : m.edit_listing_discard_question(),
    yes: waits ? m.edit_listing_withdraw() : m.edit_listing_discard(),
    no: m.edit_listing_withdraw_no(),
    danger: true,
  })
  if (!sure) return
  try {
    await call('POST /api/sell/withdraw-edit', { body: { id } })
    toast.success(m.edit_listing_withdrawn())
  } catch (error) {
    toast.error(errorMessage(error, m.edit_listing_failed()))
  }
}

/** Marks a car as sold, or as available again, as its button says; tells which of the two it is now. */
export async function toggleListing({
  _id: id,
  available,
}: Pick<OwnListing, '_id' | 'available'>): Promise<void> {
  try {
    const { data } = await call('POST /api/sell/toggle-availability', { body: { id, available: !available } })
    toast.success(data.available ? m.my_listings_marked_available() : m.my_listings_marked_sold())
  } catch (error) {
    toast.error(errorMessage(error, m.my_listings_mark_failed()))
  }
}
