import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'

export type SpanState = 'pending' | 'confirmed' | 'active' | 'late' | 'completed' | 'block'

export const spanLooks: Readonly<Record<SpanState, { word: string; look: string }>> = {
  pending: { word: 'Pending', look: 'border-sunrise bg-sunrise-tint text-sunrise-ink' },
  confirmed: { word: 'Confirmed', look: 'border-acacia bg-acacia-tint text-acacia-deep' },
  active: { word: 'Out now', look: 'border-ink bg-ink text-paper' },
  late: { word: 'Late', look: 'border-clay bg-clay-tint text-clay-deep' },
  completed: { word: 'Completed', look: 'border-line bg-sand text-soft' },
  block: { word: 'Blocked', look: 'border-edge border-dashed bg-paper text-ink' },
}

export function stateOf({ kind, status, startsAt, endsAt }: CalendarSpan, now: Date): SpanState {
  if (kind === 'block') return 'block'
  const isBehind = (instant: string) => Date.parse(instant) < now.getTime()
  if (status === 'active') return isBehind(endsAt) ? 'late' : 'active'
  if (status === 'confirmed') return isBehind(startsAt) ? 'late' : 'confirmed'
  return status === 'pending' ? 'pending' : 'completed'
}

/** All of a span in words, for those who cannot see its place. */
export function spanWords(span: CalendarSpan, now: Date): string {
  const { word } = spanLooks[stateOf(span, now)]
  return `${word}: ${span.label}${span.reference && `, ${span.reference}`}, ${showInstant(span.startsAt)} to ${showInstant(span.endsAt)}`
}
