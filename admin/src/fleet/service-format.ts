import { showDay } from '@twende/contract/calendar-day.ts'
import type { NextService } from '@twende/contract/cars/service-plan.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'

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
