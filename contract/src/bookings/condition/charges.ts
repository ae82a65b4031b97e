import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { optionalLine } from '../../text.ts'
import { type BookedTerms, kilometresIncluded } from '../rental-terms.ts'

/** What a charge at the return is for. */
export const CHARGE_KINDS = ['kilometres', 'fuel', 'late', 'cleaning', 'damage', 'other'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** The most shillings of one charge. */
export const MOST_CHARGED = 1_000_000

/** A charge beyond the rental. `what` says more; for a charge of another kind it says everything. */
export const Charge = z
  .object({
    kind: z._default(z.enum(CHARGE_KINDS), 'other'),
    what: optionalLine(80),
    amount: z
      .int({ error: m.validation_whole_shillings })
      .check(
        z.gte(1, { error: m.validation_charge_too_small }),
        z.lte(MOST_CHARGED, { error: m.validation_charge_too_large }),
      ),
    /** Kilometres, eighths of a tank or days. */
    quantity: z._default(z.nullable(z.int().check(z.gte(1), z.lte(2_000_000))), null),
    /** The new mark that a charge for damage is for. */
    markId: z._default(z.nullable(z.uuid()), null),
  })
  .check(
    z.refine(({ kind, what }) => kind !== 'other' || what !== '', {
      error: m.validation_charge_name,
      path: ['what'],
    }),
  )
export type Charge = z.output<typeof Charge>

/** A suggested charge; the amount of damage is typed by staff. */
export type SuggestedCharge = {
  kind: Exclude<ChargeKind, 'other'>
  amount: number | null
  quantity: number | null
  markId: string | null
}

type State = { km: number; fuel: number | null }

export type ReturnFacts = {
  terms: BookedTerms
  pricePerDay: number
  /** What one late day costs, two and so on; missing in a report that an earlier version of the app has kept. */
  lateAmounts?: readonly number[] | undefined
  totalDays: number
  /** When the car was due. */
  dueAt: Date
  returnedAt: Date
  handover: State | null
  returned: State
  needsCleaning: boolean
  newMarks: readonly { id: string }[]
}

/** What is charged at a return by the terms of the booking, each line for staff to keep, change or remove. */
export function suggestCharges(facts: ReturnFacts): SuggestedCharge[] {
  const { terms, newMarks, needsCleaning } = facts
  const kilometres = extraKilometres(facts)
  const fuel = missingEighths(facts)
  const days = lateDays(facts)
  const lines = [
    line('kilometres', kilometres, kilometres * terms.extraKmRate),
    line('fuel', fuel, fuel * terms.fuelPerEighth),
    line('late', days, amountOfLateDays(facts, days)),
    needsCleaning ? line('cleaning', 1, terms.cleaningFee) : undefined,
    ...newMarks.map(({ id }) => ({ kind: 'damage' as const, amount: null, quantity: null, markId: id })),
  ]
  return lines.flatMap((found) => found ?? [])
}

function line(
  kind: 'kilometres' | 'fuel' | 'late' | 'cleaning',
  quantity: number,
  amount: number,
): SuggestedCharge | undefined {
  if (amount <= 0) return undefined
  const counted = kind === 'cleaning' ? null : quantity
  return { kind, amount: Math.min(amount, MOST_CHARGED), quantity: counted, markId: null }
}

/** Kilometres driven beyond those included. */
export function extraKilometres({
  terms,
  totalDays,
  handover,
  returned,
}: Pick<ReturnFacts, 'terms' | 'totalDays' | 'handover' | 'returned'>): number {
  if (!handover) return 0
  return Math.max(0, returned.km - handover.km - kilometresIncluded(terms, totalDays))
}

/** Eighths of a tank that are missing; none where the level was not written down. */
export function missingEighths({ handover, returned }: ReturnFacts): number {
  if (!handover || handover.fuel === null || returned.fuel === null) return 0
  return Math.max(0, handover.fuel - returned.fuel)
}

/** What so many late days cost; beyond those that are known, each costs as much as the last one. */
export function amountOfLateDays(
  { lateAmounts, pricePerDay }: Pick<ReturnFacts, 'lateAmounts' | 'pricePerDay'>,
  days: number,
): number {
  if (days === 0) return 0
  const known = lateAmounts ?? []
  const [last = 0, before = last - pricePerDay] = [known.at(-1), known.at(-2)]
  return known[days - 1] ?? last + (days - known.length) * (last - before)
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/** Further days of a late return: none within the time that the terms allow, then one for each day begun. */
export function lateDays({ terms, dueAt, returnedAt }: ReturnFacts): number {
  const minutes = Math.floor((returnedAt.getTime() - dueAt.getTime()) / MINUTE_MS)
  return Math.max(0, Math.ceil((minutes - terms.lateMinutes) / DAY_MINUTES))
}
