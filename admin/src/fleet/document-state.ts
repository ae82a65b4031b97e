import { documentStage } from '@twende/contract/cars/car-cover.ts'
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
