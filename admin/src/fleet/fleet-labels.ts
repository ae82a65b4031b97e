import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { documentStage } from '@twende/contract/cars/car-cover.ts'
import type { NextService } from '@twende/contract/cars/service-plan.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

/** How a document stands that has begun, by the days until its last day. */
export function endState(daysLeft: number): { tone: BadgeTone; word: string } {
  const stage = documentStage(daysLeft)
  if (stage === 0) return { tone: 'neutral', word: m.admin_papers_state_ended() }
  if (daysLeft === 0) return { tone: 'clay', word: m.admin_papers_state_ends_today() }
  if (stage === undefined) return { tone: 'acacia', word: m.admin_papers_state_valid() }
  return { tone: stage === 30 ? 'sunrise' : 'clay', word: m.admin_papers_state_ends({ days: daysLeft }) }
}

export const showKm = (km: number) => m.admin_service_km({ km: km.toLocaleString('en-KE') })

type Due = Pick<NextService, 'km' | 'kmLeft' | 'day' | 'daysLeft'>

/** When a service is due: at how many kilometres, on which day, or whichever comes first. */
export function dueWords({ km, day }: Due): string {
  if (km !== null && day !== null) return m.admin_service_due_both({ km: showKm(km), day: showDay(day) })
  return km === null
    ? m.admin_service_due_day({ day: showDay(day ?? '') })
    : m.admin_service_due_km({ km: showKm(km) })
}

/** How a service that is due or due soon stands, by what comes first. */
export function serviceState({ kmLeft, daysLeft }: Due, isDue: boolean): { tone: BadgeTone; word: string } {
  if (isDue) return { tone: 'clay', word: m.admin_service_state_due() }
  // A car of a fleet drives some 100 km a day.
  const isByKm = kmLeft !== null && (daysLeft === null || kmLeft / 100 <= daysLeft)
  return {
    tone: 'sunrise',
    word: isByKm
      ? m.admin_service_state_in_km({ km: showKm(kmLeft) })
      : m.admin_service_state_in_days({ days: daysLeft ?? 0 }),
  }
}

/** Who entered a record of a car, and when; without a name where it is not known. */
/** When something was withdrawn, by whom and why; empty while it counts. */
export function withdrawnWords({ withdrawnAt, withdrawnBy, withdrawnReason }: Withdrawn): string {
  if (withdrawnAt === null) return ''
  const time = showInstant(withdrawnAt)
  if (withdrawnBy === null) return m.admin_papers_withdrawn_at({ time })
  return m.admin_papers_withdrawn_by({ time, name: withdrawnBy, reason: withdrawnReason })
}

type Withdrawn = { withdrawnAt: string | null; withdrawnBy: string | null; withdrawnReason: string }

export function enteredWords(name: string | null, createdAt: string): string {
  const time = showInstant(createdAt)
  return name === null ? m.admin_papers_entered_at({ time }) : m.admin_papers_entered({ name, time })
}
