import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { letter, type NotificationText } from './notification-texts.ts'

export type OrderFacts = {
  /** What we call the customer. */
  name: string
  /** `ORD1001`. */
  number: string
  amount: number
}

/** `keptUntil` is when an unpaid order gives its pieces back. */
export function orderPlacedText({
  name,
  number,
  amount,
  keptUntil,
  keeps = true,
  channel,
}: OrderFacts & { keptUntil: Date; keeps?: boolean; channel: OrderChannel }): NotificationText {
  const until = showInstant(keptUntil.toISOString())
  const byMpesa = keeps
    ? `We keep everything for you until ${until} Nairobi time. Pay ${showKsh(amount)} by M-Pesa before then.`
    : `Pay ${showKsh(amount)} by M-Pesa by ${until} Nairobi time. Nothing is kept for you before you have paid.`
  const next =
    channel === 'mpesa'
      ? byMpesa
      : `We keep everything for you until ${until} Nairobi time. Finish the order with us on WhatsApp before then.`
  return {
    kind: 'order_placed',
    subject: `We have your order ${number}`,
    body: letter(name, [`We have your order ${number}. Its total is ${showKsh(amount)}.`, next]),
  }
}

export function orderPaidText({ name, number, amount }: OrderFacts): NotificationText {
  return {
    kind: 'order_paid',
    subject: `Order ${number} is paid`,
    body: letter(name, [
      `Asante! We received ${showKsh(amount)} for order ${number}.`,
      'We are packing it now, and write again when it is on its way. The receipt is under My Orders.',
    ]),
  }
}

export function orderShippedText({
  name,
  number,
  dispatchNote,
}: OrderFacts & { dispatchNote: string }): NotificationText {
  return {
    kind: 'order_shipped',
    subject: `Order ${number} is on its way`,
    body: letter(name, [`Order ${number} has left our shop.`, `How it travels: ${dispatchNote}`]),
  }
}

export function orderDeliveredText({ name, number }: OrderFacts): NotificationText {
  return {
    kind: 'order_delivered',
    subject: `Order ${number} has arrived`,
    body: letter(name, [
      `Order ${number} was delivered.`,
      'If something is missing or broken, reply to this message and we will put it right.',
    ]),
  }
}

/** `refund` is what goes back to the customer; 0 if nothing was paid. */
export function orderCancelledText({
  name,
  number,
  reason,
  refund,
}: OrderFacts & { reason: string; refund: number }): NotificationText {
  return {
    kind: 'order_cancelled',
    subject: `Order ${number} is cancelled`,
    body: letter(name, [
      `Order ${number} is cancelled.`,
      reason ? `Reason: ${reason}` : '',
      refund > 0
        ? `We will send ${showKsh(refund)} back to your M-Pesa, and write to you when it is done.`
        : '',
    ]),
  }
}

export function orderExpiredText({ name, number }: OrderFacts): NotificationText {
  return {
    kind: 'order_expired',
    subject: `Order ${number}: payment not received in time`,
    body: letter(name, [
      `We did not receive the payment for order ${number} in time, so others can buy what you had chosen.`,
      'If you did pay, you need not do anything: we see it and send you what is still there, or your money back.',
    ]),
  }
}
