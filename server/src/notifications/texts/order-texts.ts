import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import type { TextsOf } from '../notification-kinds.ts'

type OrderKind =
  | 'order_placed'
  | 'order_paid'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_expired'

export const orderTexts: TextsOf<OrderKind> = {
  order_placed: (params) => ({
    subject: `We have your order ${params.number}`,
    paragraphs: [
      `We have your order ${params.number}. Its total is ${showKsh(params.amount)}.`,
      nextStep(params),
    ],
  }),

  order_paid: ({ number, amount }) => ({
    subject: `Order ${number} is paid`,
    paragraphs: [
      `Asante! We received ${showKsh(amount)} for order ${number}.`,
      'We are packing it now, and write again when it is on its way. The receipt is under My Orders.',
    ],
  }),

  order_shipped: ({ number, dispatchNote }) => ({
    subject: `Order ${number} is on its way`,
    paragraphs: [`Order ${number} has left our shop.`, `How it travels: ${dispatchNote}`],
  }),

  order_delivered: ({ number }) => ({
    subject: `Order ${number} has arrived`,
    paragraphs: [
      `Order ${number} was delivered.`,
      'If something is missing or broken, reply to this message and we will put it right.',
    ],
  }),

  order_cancelled: ({ number, reason, refund }) => ({
    subject: `Order ${number} is cancelled`,
    paragraphs: [
      `Order ${number} is cancelled.`,
      reason ? `Reason: ${reason}` : '',
      refund > 0
        ? `We will send ${showKsh(refund)} back to your M-Pesa, and write to you when it is done.`
        : '',
    ],
  }),

  order_expired: ({ number }) => ({
    subject: `Order ${number}: payment not received in time`,
    paragraphs: [
      `We did not receive the payment for order ${number} in time, so others can buy what you had chosen.`,
      'If you did pay, you need not do anything: we see it and send you what is still there, or your money back.',
    ],
  }),
}

type Placed = { keptUntil: string; keepsStock: boolean; channel: OrderChannel; amount: number }

function nextStep({ keptUntil, keepsStock, channel, amount }: Placed): string {
  const until = showInstant(keptUntil)
  if (channel === 'whatsapp') {
    return `We keep everything for you until ${until} Nairobi time. Finish the order with us on WhatsApp before then.`
  }
  return keepsStock
    ? `We keep everything for you until ${until} Nairobi time. Pay ${showKsh(amount)} by M-Pesa before then.`
    : `Pay ${showKsh(amount)} by M-Pesa by ${until} Nairobi time. Nothing is kept for you before you have paid.`
}
