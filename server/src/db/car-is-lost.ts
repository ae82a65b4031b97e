import { sql } from 'kysely'

/** Two people declared the car of a row of `bookings` lost, and it has not come back since. */
export const CAR_IS_LOST = sql<boolean>`(
  bookings.returned_at is null
  and exists (select from car_losses where booking_id = bookings.id and confirmed_by is not null)
)`
