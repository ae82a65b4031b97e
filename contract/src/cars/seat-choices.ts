import { SEAT_FILTERS } from '../business-constants.ts'

/** The choices of the filter by seats that find a car with so many. */
export function seatChoices(seats: number): readonly string[] {
  return SEAT_FILTERS.filter((choice) => choice === String(seats) || (choice === '7+' && seats >= 7))
}
