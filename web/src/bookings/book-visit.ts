import type { Location } from 'react-router'
import type { Step } from './wizard-rules.ts'

/** One walk through the wizard: all its steps share the `visit`, the key of its first history entry. */
export type BookVisit = { visit: string; step: Step }

type State = { carId: string; visit: string; step: Step }

export function visitState(state: State): State {
  return state
}

/** What the navigation state says; a bare `{ carId }` opens the first step. */
export function readVisit({ state, key }: Pick<Location, 'state' | 'key'>): BookVisit & {
  carId: string | undefined
} {
  const said = new Map<string, unknown>(Object.entries(isObject(state) ? state : {}))
  const carId = said.get('carId')
  const visit = said.get('visit')
  const step = said.get('step')
  return {
    carId: typeof carId === 'string' && carId ? carId : undefined,
    visit: typeof visit === 'string' ? visit : key,
    step: step === 2 || step === 3 ? step : 1,
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
