import type { UnpaidHold } from '@twende/contract/holds/hold-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidator } from 'react-router'

export type HoldAction = 'release' | 'ban'

/** Does something about an unpaid hold and says so; false when it was refused for a reason that one can mend. */
export function useHoldAction() {
  const { revalidate } = useRevalidator()
  return async (action: HoldAction, hold: UnpaidHold, reason: string): Promise<boolean> => {
    try {
      const { message } = await send(action, hold, reason)
      toast.success(message)
      await revalidate()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      const late = LATE.has(error.code)
      if (late) await revalidate()
      return late
    }
  }
}

const LATE: ReadonlySet<string> = new Set(['booking_wrong_state', 'order_wrong_state', 'account_wrong_state'])

function send(action: HoldAction, { kind, _id, customer }: UnpaidHold, reason: string) {
  if (action === 'ban') {
    const params = { accountId: customer._id }
    return call('POST /api/admin/person/:accountId/ban', { params, body: { reason } })
  }
  return kind === 'booking'
    ? call('POST /api/admin/booking/:bookingId/cancel', { params: { bookingId: _id }, body: { reason } })
    : call('POST /api/admin/order/:orderId/move', {
        params: { orderId: _id },
        body: { move: 'callOff', note: reason },
      })
}

export const holdQuestions = ({ kind, reference, customer }: UnpaidHold) => ({
  release: {
    title: `Release ${reference}?`,
    explains: `The ${kind} is cancelled at once and others can have what it keeps. ${customer.name} gets a letter with the reason.`,
    yes: 'Release',
    danger: true,
    usual: ['It was not paid, and other customers are waiting', 'We could not reach you'],
    text: { label: 'Reason', hint: 'The customer reads it.', required: true },
  },
  ban: {
    title: `Ban ${customer.name}?`,
    explains:
      'They are out at once, on every device, and cannot sign in. What they hold stays until it runs out: release it too.',
    yes: 'Ban',
    danger: true,
    usual: ['Holds cars or products again and again without paying'],
    text: { label: 'Reason', hint: 'Staff and the audit log keep it.', required: true },
  },
})
