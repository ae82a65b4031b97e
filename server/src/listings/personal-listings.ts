import type { PersonalData } from '../accounts/personal-data.ts'
import { emptyListings } from './personal-listing-store.ts'
import { listingsOfSeller } from './read-listings.ts'

/** The cars that a person sells or sold. */
export const personalListings: PersonalData = {
  tell: (deps, accountId) => listingsOfSeller(deps, accountId),
  async forget(tx, { accountId, now }) {
    await emptyListings(tx, accountId, now)
  },
}
