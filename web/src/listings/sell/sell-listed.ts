import type { ListedCar } from './upload-listing.ts'

/** What the page after listing tells; kept in the history entry, so that a reload shows it again. */
export type Listed = {
  listingId: string
  name: string
  picture: string
  message: string
  method: 'message' | 'stk'
  amount: number
  code: string
  /** Why the payment does not do yet; empty when nothing is wrong with it. */
  reason: string
  email: string
  /** The number as it was typed, to ask again. */
  phone: string
  paymentId: string
}

export function listedOf(
  { data, message, payment }: ListedCar,
  typed: { email: string; phone: string },
): Listed {
  return {
    listingId: data._id,
    name: data.name,
    picture: data.image,
    message,
    method: data.payment.paymentMethod === 'stk' ? 'stk' : 'message',
    amount: data.payment.amount,
    code: data.payment.code ?? '',
    reason: data.payment.reason,
    paymentId: payment?._id ?? '',
    ...typed,
  }
}

/** Reads it back from the state of a history entry. */
export function readListed(state: unknown): Listed | undefined {
  if (typeof state !== 'object' || state === null || !('listed' in state)) return undefined
  const { listed } = state
  return isListed(listed) ? listed : undefined
}

function isListed(kept: unknown): kept is Listed {
  return (
    typeof kept === 'object' && kept !== null && 'listingId' in kept && 'amount' in kept && 'method' in kept
  )
}
