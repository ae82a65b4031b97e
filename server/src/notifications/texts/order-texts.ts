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
  | 'order_step_undone'
  | 'order_sent_again'
  | 'order_delivery_changed'
  | 'order_pieces_taken_off'

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

  order_cancelled: ({ number, reason, refund, refundWay, inReview = 0 }) => ({
    subject: m.mail_order_cancelled_subject({ number }),
    paragraphs: [
      m.mail_order_cancelled({ number }),
      reason ? m.mail_reason({ reason }) : '',
      refund > 0 ? refundFollows(refund, refundWay) : '',
      inReview > 0 ? m.mail_cancelled_looked_at({ amount: showKsh(inReview) }) : '',
    ],
  }),

  order_expired: ({ number }) => ({
    subject: m.mail_order_expired_subject({ number }),
    paragraphs: [m.mail_order_expired({ number }), m.mail_order_expired_next()],
  }),

  order_step_undone: ({ number, undo, reason, left = 0, paid }) => ({
    subject: m.mail_order_undone_subject({ number }),
    paragraphs: [
      // Where nothing was paid, nobody wrote that money goes back.
      undo === 'undoTakeBack' && paid === 0
        ? m.mail_order_undone_take_back_unpaid({ number })
        : undone[undo]({ number }),
      m.mail_reason({ reason }),
      left > 0 ? m.mail_order_undone_left({ left: showKsh(left), number }) : '',
    ],
  }),

  order_sent_again: ({ number, reason }) => ({
    subject: m.mail_order_sent_again_subject({ number }),
    paragraphs: [m.mail_order_sent_again({ number }), m.mail_reason({ reason })],
  }),

  order_delivery_changed: ({ number, to, dispatchNote }) => ({
    subject: m.mail_order_delivery_changed_subject({ number }),
    paragraphs: [
      m.mail_order_delivery_changed({ number, to }),
      dispatchNote ? m.mail_order_shipped_how({ note: dispatchNote }) : '',
      m.mail_order_delivery_changed_next(),
    ],
  }),

  order_pieces_taken_off: ({ number, product, quantity, amount, refund, reason }) => ({
    subject: m.mail_order_taken_off_subject({ number }),
    paragraphs: [
      m.mail_order_taken_off({ number, product, quantity, amount: showKsh(amount) }),
      m.mail_reason({ reason }),
      refund > 0 ? m.mail_refund_follows({ amount: showKsh(refund) }) : '',
    ],
  }),
}

const undone = {
  undoShip: m.mail_order_undone_ship,
  undoDeliver: m.mail_order_undone_deliver,
  undoCancel: m.mail_order_undone_cancel,
  undoNotArrived: m.mail_order_undone_not_arrived,
  undoTakeBack: m.mail_order_undone_take_back,
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
