import * as z from 'zod/mini'

const milliseconds = z.int().check(z.gte(0), z.lte(3_600_000))

/** What may go differently with a push. Without any of it the customer decides on the phone. */
export const Behaviour = z.object({
  /** How the push itself is answered; after `lostAck` the phone rings all the same. */
  answer: z.optional(
    z.enum(['spikeArrest', 'html503', 'lostAck', 'systemBusy', 'quota', 'internalError', 'errorWith200']),
  ),
  /** The push is answered this late, so that a callback may come before its answer. */
  ackDelayMs: z.optional(milliseconds),
  /** The customer acts alone: this result, after `actsAfterMs`. */
  resultCode: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
  actsAfterMs: z.optional(milliseconds),
  /** A failed push is paid after all, so long after its failure. */
  lateSuccessMs: z.optional(milliseconds),
  /** The late success is told before the failure is. */
  outOfOrder: z.optional(z.boolean()),
  delayMs: z.optional(milliseconds),
  duplicates: z.optional(z.int().check(z.gte(1), z.lte(20))),
  never: z.optional(z.boolean()),
  badJson: z.optional(z.boolean()),
  maskedPhone: z.optional(z.boolean()),
  /** The callback tells this amount, whatever was paid. */
  wrongAmount: z.optional(z.number()),
  /** The customer pays this amount instead of the one asked for. */
  paysAmount: z.optional(z.int().check(z.gte(1))),
  /** Somebody else tells us "paid" while the phone still asks. */
  forged: z.optional(z.boolean()),
  /** The callback names a request that nobody made. */
  forgedId: z.optional(z.boolean()),
  pendingStyle: z.optional(z.enum(['beingProcessed', '4999', 'doesNotExist', 'invalidId'])),
  /** What the query does, whatever happened to the money. */
  query: z.optional(z.enum(['spikeArrest', 'html503', 'dropped', 'says1037'])),
})
export type Behaviour = z.output<typeof Behaviour>

/** Phones that act by themselves, known by their last three digits. */
const byLastDigits = new Map<string, Behaviour>([
  ['001', { resultCode: '0' }],
  ['002', { resultCode: '1032' }],
  ['003', { resultCode: '1' }],
  ['004', { resultCode: '2001' }],
  ['005', { lateSuccessMs: 5000 }],
  ['006', { resultCode: '0', duplicates: 3 }],
  ['007', { resultCode: '0', wrongAmount: 1 }],
  ['008', { resultCode: '0', never: true }],
  ['009', { resultCode: '0', answer: 'lostAck' }],
])

export type Behaviours = ReturnType<typeof createBehaviours>

export function createBehaviours() {
  const byPhone = new Map<string, Behaviour>()
  let forNextPush: Behaviour = {}
  return {
    setForPhone: (phone: string, behaviour: Behaviour) => void byPhone.set(phone, behaviour),
    setForNextPush: (behaviour: Behaviour) => {
      forNextPush = behaviour
    },
    clear: () => {
      byPhone.clear()
      forNextPush = {}
    },
    /** The behaviour of one push; what was set for the next push is used up. */
    take: (phone: string): Behaviour => {
      const taken = { ...byLastDigits.get(phone.slice(-3)), ...byPhone.get(phone), ...forNextPush }
      forNextPush = {}
      return taken
    },
  }
}
