import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { wordsOf } from './own-listing-words.ts'

/** Asks, and deletes; true when the listing is gone. */
export async function deleteListing({ _id: id }: Pick<OwnListing, '_id'>): Promise<boolean> {
  const sure = await ask({
    sentence: 'Are you sure you want to delete this listing? This action cannot be undone.',
    yes: 'Delete',
    no: 'Keep listing',
    danger: true,
  })
  if (!sure) return false
  try {
    await call('POST /api/sell/remove', { body: { id } })
    toast.success('Listing deleted successfully')
    return true
  } catch (error) {
    toast.error(wordsOf(error, 'Error deleting listing'))
    return false
  }
}
