import type { Clock } from '../../../../basic-deps.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Behaviours } from './behaviour.ts'
import type { DarajaIds } from './daraja-ids.ts'
import type { Delivery } from './delivery.ts'
import type { InitiatorKey } from './initiator-key.ts'
import type { Ledger } from './ledger.ts'

/** Who may call the simulator, and whose money it collects. */
export type SimulatorCredentials = {
  consumerKey: string
  consumerSecret: string
  shortcode: string
  tillNumber: string
  passkey: string
  initiatorName: string
  initiatorPassword: string
}

export type SimulatorSettings = {
  /** How long a phone asks before it gives up. */
  promptSeconds: number
  /** From a result to its callback. */
  callbackDelayMs: number
  /** How long a customer takes who acts without the phone panel. */
  actsAfterMs: number
  /** Refuses the same amount from the same phone within two minutes (code 17). */
  limitsRepeats: boolean
  /** Asks the C2B validation address before it takes money paid by hand. */
  validatesC2b: boolean
  business: string
  pin: string
}

/** What every route of the simulator works with. */
export type World = {
  clock: Clock
  ids: DarajaIds
  tokens: AccessTokens
  behaviours: Behaviours
  ledger: Ledger
  timers: Timers
  delivery: Delivery
  initiatorKey: InitiatorKey
  credentials: SimulatorCredentials
  settings: SimulatorSettings
}

export type Timers = ReturnType<typeof createTimers>

/** Things to do later, all of which can be called off at once. */
export function createTimers() {
  const waiting = new Map<NodeJS.Timeout, number>()
  return {
    later: (milliseconds: number, act: () => void) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        act()
      }, milliseconds)
      waiting.set(timer, Date.now() + milliseconds)
    },
    /** Whether something is to be done within this time. */
    dueWithin: (milliseconds: number) => {
      const until = Date.now() + milliseconds
      return waiting.values().some((dueAt) => dueAt <= until)
    },
    callOff: () => {
      for (const timer of waiting.keys()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
