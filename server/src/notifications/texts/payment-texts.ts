import { showKsh } from '@twende/contract/money.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { TextsOf } from '../notification-kinds.ts'

export const paymentTexts: TextsOf<'refund_sent' | 'refund_owed' | 'payment_received'> = {
  refund_sent: ({ reference, amount, receipt, note }) => ({
    subject: `Your refund for ${reference}`,
    paragraphs: [
      receipt === null
        ? `We have given ${showKsh(amount)} back to you for ${reference}: ${note}.`
        : `We have sent ${showKsh(amount)} back to your M-Pesa for ${reference}. The M-Pesa code is ${receipt}.`,
    ],
  }),

  refund_owed: ({ payable, amount, why, reason }) => {
    const paidFor = payableLabel(payable)
    const what = {
      paid_twice: `You paid twice for ${paidFor}.`,
      paid_too_late: `Your payment for ${paidFor} reached us, but too late to be used for it.`,
      given_back: `Your payment for ${paidFor} reached us and could not be used: ${reason}`,
    }[why]
    return {
      subject: `We owe you ${showKsh(amount)}`,
      paragraphs: [
        what,
        `We will send ${showKsh(amount)} back to your M-Pesa, and write to you when it is done.`,
      ],
    }
  },

  payment_received: ({ payable, amount, receipt }) => ({
    subject: `We received ${showKsh(amount)}`,
    paragraphs: [
      `Asante! We received ${showKsh(amount)} for your ${payableLabel(payable)}. The M-Pesa code is ${receipt}.`,
    ],
  }),
}

const payableNouns: Record<PayableType, string> = {
  booking: 'booking',
  listing_period: 'listing',
  order: 'order',
}

/** As in "booking BK1234". */
function payableLabel({ type, reference }: { type: PayableType; reference: string }): string {
  return `${payableNouns[type]} ${reference}`
}
