import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import type { TextsOf } from '../notification-kinds.ts'
import { refundFollows } from './booking-texts.ts'

type OrderKind =
  | 'order_placed'
  | 'order_paid'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_expired'

export const orderTexts: TextsOf<OrderKind> = {
  order_placed: (params) => ({
    subject: m.mail_order_placed_subject({ number: params.number }),
    paragraphs: [
      m.mail_order_placed({ number: params.number, amount: showKsh(params.amount) }),
      nextStep(params),
    ],
  }),

  order_paid: ({ number, amount }) => ({
    subject: m.mail_order_paid_subject({ number }),
    paragraphs: [m.mail_order_paid({ number, amount: showKsh(amount) }), m.mail_order_paid_next()],
  }),

  order_shipped: ({ number, dispatchNote }) => ({
    subject: m.mail_order_shipped_subject({ number }),
    paragraphs: [m.mail_order_shipped({ number }), m.mail_order_shipped_how({ note: dispatchNote })],
  }),

  order_delivered: ({ number }) => ({
    subject: m.mail_order_delivered_subject({ number }),
    paragraphs: [m.mail_order_delivered({ number }), m.mail_order_delivered_next()],
  }),

  order_cancelled: ({ number, reason, refund, refundWay }) => ({
    subject: m.mail_order_cancelled_subject({ number }),
    paragraphs: [
      m.mail_order_cancelled({ number }),
      reason ? m.mail_reason({ reason }) : '',
      refund > 0 ? refundFollows(refund, refundWay) : '',
    ],
  }),

  order_expired: ({ number }) => ({
    subject: m.mail_order_expired_subject({ number }),
    paragraphs: [m.mail_order_expired({ number }), m.mail_order_expired_next()],
  }),
}

type Placed = { keptUntil: string; keepsStock: boolean; channel: OrderChannel; amount: number }

function nextStep({ keptUntil, keepsStock, channel, amount }: Placed): string {
  const until = showInstant(keptUntil)
  if (channel === 'whatsapp') {
    return keepsStock ? m.mail_order_kept_whatsapp({ until }) : m.mail_order_not_kept_whatsapp({ until })
  }
  return keepsStock
    ? m.mail_order_kept_mpesa({ until, amount: showKsh(amount) })
    : m.mail_order_not_kept({ until, amount: showKsh(amount) })
}
