import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'

/** When staff last compared what is said of the car with the car. */
export function CheckedOn({ at }: { at: string | null }) {
  return at && <p className="mb-2 text-sm text-soft">Checked on {showDay(nairobiDay(new Date(at)))}</p>
}
