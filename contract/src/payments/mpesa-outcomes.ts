/** What became of a request on the customer's phone. */
export const MPESA_OUTCOMES = [
  'paid',
  'cancelled',
  'wrong_pin',
  'no_money',
  'timed_out',
  'unreachable',
  'busy',
  'limit',
  'failed',
] as const
export type MpesaOutcome = (typeof MPESA_OUTCOMES)[number]

const BUSY = { outcome: 'busy', sentence: 'M-Pesa is busy. Try again in a minute.' } as const
const UNREACHABLE = {
  outcome: 'unreachable',
  sentence: 'We could not reach your phone. Is it on? (eSIM users: dial *234# to update the menu)',
} as const
const FAILED = {
  outcome: 'failed',
  sentence: 'The payment did not go through. Try again, or use another number.',
} as const

const byResultCode = new Map<string, { outcome: MpesaOutcome; sentence: string }>([
  ['0', { outcome: 'paid', sentence: 'Payment received' }],
  ['1', { outcome: 'no_money', sentence: 'Not enough money in M-Pesa. Top up or use another number.' }],
  ['2', { outcome: 'limit', sentence: 'The amount is below what M-Pesa can send.' }],
  ['3', { outcome: 'limit', sentence: 'The amount is more than M-Pesa allows in one payment.' }],
  ['4', { outcome: 'limit', sentence: 'This would pass your M-Pesa limit for today. Use another number.' }],
  ['8', { outcome: 'limit', sentence: 'M-Pesa could not take this amount now. Try again later.' }],
  ['17', BUSY],
  ['26', BUSY],
  ['1001', { outcome: 'busy', sentence: 'Another M-Pesa request is open. Wait a minute.' }],
  ['1019', { outcome: 'timed_out', sentence: 'The request timed out.' }],
  ['1025', BUSY],
  ['9999', BUSY],
  ['1032', { outcome: 'cancelled', sentence: 'You cancelled the request.' }],
  ['1036', UNREACHABLE],
  ['1037', UNREACHABLE],
  ['2001', { outcome: 'wrong_pin', sentence: 'Wrong PIN.' }],
  ['8006', { outcome: 'failed', sentence: 'Your M-Pesa PIN is locked. Call 234 to unlock it.' }],
  ['E3008', { outcome: 'failed', sentence: 'M-Pesa refused this number. Use another number.' }],
])

/** What an M-Pesa result code means to the customer, in plain words; an unknown code is a failure. */
export function mpesaOutcome(resultCode: string): { outcome: MpesaOutcome; sentence: string } {
  return byResultCode.get(resultCode) ?? FAILED
}
