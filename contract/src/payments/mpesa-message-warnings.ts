import { m } from '@twende/messages'
import { type Day, nairobiDay } from '../calendar-day.ts'
import { isPayment, type MpesaMessage, type MpesaMessageProblem } from './mpesa-message.ts'
import { normaliseKenyanPhone } from './phone-number.ts'

/** What makes a read message doubtful. None of it is a reason to refuse: a person looks. */
export const MPESA_WARNINGS = [
  'received',
  'not_a_payment',
  'unknown_wording',
  'other_recipient',
  'other_amount',
  'no_date',
  'future',
  'old',
  'code_date',
  'several',
  'locked',
] as const
export type MpesaWarning = (typeof MPESA_WARNINGS)[number]

export const mpesaWarningWords: Record<MpesaWarning, () => string> = {
  received: m.payment_proof_warning_received,
  unknown_wording: m.payment_proof_warning_unknown_wording,
  not_a_payment: m.payment_proof_warning_not_a_payment,
  other_recipient: m.payment_proof_warning_other_recipient,
  other_amount: m.payment_proof_warning_other_amount,
  no_date: m.payment_proof_warning_no_date,
  future: m.payment_proof_warning_future,
  old: m.payment_proof_warning_old,
  code_date: m.payment_proof_warning_code_date,
  several: m.payment_proof_warning_several,
  locked: m.payment_proof_warning_locked,
}

export const mpesaProblemWords: Record<MpesaMessageProblem, () => string> = {
  empty: m.validation_mpesa_message,
  too_long: m.payment_proof_problem_too_long,
  airtel: m.payment_proof_problem_airtel,
  failed: m.payment_proof_problem_failed,
  fuliza: m.payment_proof_problem_fuliza,
  no_code: m.payment_proof_problem_no_code,
  unreadable: m.payment_proof_problem_unreadable,
}

/** Whom the money is for: names as M-Pesa shows them, phone, till or paybill numbers. */
export type MpesaRecipient = { names: readonly string[]; numbers: readonly string[] }

const OLD_MS = 30 * 86_400_000
/** Clocks of phones and of M-Pesa differ a little. */
const AHEAD_MS = 10 * 60_000

/** What to look at twice in a read message, told at `now`; `amount` is what the sender says was paid. */
export function mpesaWarnings(
  message: MpesaMessage,
  expected: { payTo: MpesaRecipient; amount?: number | undefined; text?: string | undefined },
  now: Date,
): MpesaWarning[] {
  const { kind, paidAt, code, cents, several } = message
  const payment = isPayment(kind)
  const wrong: Record<MpesaWarning, boolean> = {
    received: kind === 'received',
    not_a_payment: !payment && kind !== 'received' && kind !== 'unknown',
    unknown_wording: kind === 'unknown',
    other_recipient: payment && !isFor(message, expected.payTo),
    other_amount: expected.amount !== undefined && expected.amount * 100 !== cents,
    no_date: paidAt === null,
    future: paidAt !== null && paidAt.getTime() > now.getTime() + AHEAD_MS,
    old: paidAt !== null && paidAt.getTime() < now.getTime() - OLD_MS,
    code_date: paidAt !== null && !code.startsWith(codeBeginning(nairobiDay(paidAt))),
    several,
    locked: /\*\s*locked\s*\*/i.test(expected.text ?? ''),
  }
  return MPESA_WARNINGS.filter((warning) => wrong[warning])
}

/** The first three characters of the codes of a day: year from A for 2006, month from A, date 1 to 9 and A to V. */
export function codeBeginning(day: Day): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const letter = (place: number) => String.fromCharCode(65 + (((place % 26) + 26) % 26))
  return `${letter(year - 2006)}${letter(month - 1)}${date < 10 ? date : letter(date - 10)}`
}

/** Without names and numbers to compare with, everything is for us. */
function isFor({ party, partyPhone }: MpesaMessage, { names, numbers }: MpesaRecipient): boolean {
  if (names.length === 0 && numbers.length === 0) return true
  return (
    names.some((name) => isNameOf(name, party)) || numbers.some((number) => isNumberOf(number, partyPhone))
  )
}

/** M-Pesa adds a store's number or the form of a company to a name. */
function isNameOf(name: string, party: string): boolean {
  const ours = words(name)
  const theirs = words(party)
  const added = theirs.slice(ours.length).trim()
  return (
    ours !== '' &&
    theirs.startsWith(ours) &&
    /^(?:\d+|ltd|limited|co)?(?: (?:\d+|ltd|limited|co)){0,3}$/.test(added)
  )
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Stars in a shown number stand for any digit. */
function isNumberOf(number: string, shown: string | null): boolean {
  const ours = normaliseKenyanPhone(number) ?? number.replace(/\D/g, '')
  if (shown === null || ours === '') return false
  const local = (text: string) => text.replace(/^(?:\+?254|0)/, '')
  const [mine, theirs] = [local(ours), local(shown)]
  return (
    mine.length === theirs.length &&
    [...theirs].every((digit, place) => digit === '*' || digit === mine[place])
  )
}
