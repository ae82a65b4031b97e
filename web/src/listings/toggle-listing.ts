import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { wordsOf } from './own-listing-words.ts'

/** Marks a car as sold, or as available again, as its button says; tells which of the two it is now. */
export async function toggleListing({
  _id: id,
  available,
}: Pick<OwnListing, '_id' | 'available'>): Promise<void> {
  try {
    const { data } = await call('POST /api/sell/toggle-availability', { body: { id, available: !available } })
    toast.success(data.available ? 'Car marked as available' : 'Car marked as sold')
  } catch (error) {
    toast.error(wordsOf(error, 'Error updating availability'))
  }
}
