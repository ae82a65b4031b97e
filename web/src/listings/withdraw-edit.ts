import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { wordsOf } from './own-listing-words.ts'

/** Asks, and gives up the changes that buyers do not see yet. */
export async function withdrawEdit({ _id: id, edit }: Pick<OwnListing, '_id' | 'edit'>): Promise<void> {
  const waits = edit?.state === 'waiting'
  const sure = await ask({
    sentence: waits
      ? 'Withdraw your changes? Your listing stays as buyers see it now.'
      : 'Discard these changes? Your listing stays as buyers see it now.',
    yes: waits ? 'Withdraw' : 'Discard',
    no: 'Keep changes',
    danger: true,
  })
  if (!sure) return
  try {
    await call('POST /api/sell/withdraw-edit', { body: { id } })
    toast.success('Changes withdrawn')
  } catch (error) {
    toast.error(wordsOf(error, 'Error updating listing'))
  }
}
