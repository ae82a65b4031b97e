import { paidTimeLabel, planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import type { NotificationParams, TextsOf } from '../notification-kinds.ts'
import { extraLines, refundFollows } from './booking-texts.ts'
import { whyClosed } from './listing-texts.ts'

export const paymentTexts: TextsOf<
  'refund_sent' | 'refund_owed' | 'refund_lowered' | 'money_moved' | 'payment_voided' | 'payment_received'
> = {
  refund_sent: ({ reference, amount, receipt, transfers, note, extras }, places) => ({
    subject: m.mail_payment_refund_subject({ reference }),
    paragraphs: [
      refundSent({ reference, amount, receipt, transfers, note }),
      extras.length === 0
        ? ''
        : m.mail_payment_refund_extras({ extras: extraLines(extras, places).join('\n') }),
    ],
  }),

  refund_owed: ({ payable, amount, refundWay, why, reason }) => {
    const params = { payable: payableLabel(payable), reason }
    const what = {
      paid_twice: m.mail_payment_paid_twice,
      paid_too_late: m.mail_payment_paid_too_late,
      given_back: m.mail_payment_given_back,
      listing_deleted: m.mail_payment_listing_deleted,
      more_than_owed: m.mail_payment_more_than_owed,
      sold_out: m.mail_payment_sold_out,
    }[why](params)
    return {
      subject: m.mail_payment_owed_subject({ amount: showKsh(amount) }),
      paragraphs: [what, refundFollows(amount, refundWay)],
    }
  },

  refund_lowered: ({ payable, before, amount, refundWay, byStaff, reason }) => {
    const params = { payable: payableLabel(payable), reason }
    const sums = { before: showKsh(before), amount: showKsh(amount) }
    return {
      subject: m.mail_refund_lowered_subject({ reference: payable.reference }),
      paragraphs: [
        byStaff ? m.mail_refund_lowered_by_staff(params) : m.mail_refund_lowered_reported(params),
        amount > 0 ? m.mail_refund_lowered_to(sums) : m.mail_refund_lowered_to_nothing(sums),
        amount > 0 ? refundFollows(amount, refundWay) : '',
        m.mail_payment_undone_if_paid_more(),
      ],
    }
  },

  money_moved: ({ amount, from, to }) => ({
    subject: m.mail_money_moved_subject({ amount: showKsh(amount), to }),
    paragraphs: [m.mail_money_moved({ amount: showKsh(amount), from, to })],
  }),

  payment_voided: ({ payable, amount, code, isOwed, owed, isLookedAt, waits, byMistake, refund }) => {
    const what = { amount: showKsh(amount), payable: payableLabel(payable) }
    const unpaid = waits ? m.mail_payment_voided_waits() : owedAgain(owed, amount)
    const still = { before: showKsh(refund.before), amount: showKsh(refund.amount) }
    const nothing = payable.type === 'deposit' ? m.mail_payment_voided_deposit : m.mail_payment_voided_over
    const over = refund.amount > 0 ? m.mail_refund_lowered_to(still) : nothing()
    const left = isOwed || waits ? unpaid : over
    const next = payable.type === 'listing_period' ? m.mail_payment_voided_listing() : left
    return {
      subject: byMistake
        ? m.mail_payment_undone_subject({ amount: showKsh(amount) })
        : m.mail_payment_voided_subject({ amount: showKsh(amount) }),
      paragraphs: [
        byMistake ? m.mail_payment_undone(what) : m.mail_payment_voided({ ...what, code }),
        isLookedAt ? m.mail_payment_voided_looked_at() : next,
        byMistake ? m.mail_payment_undone_if_paid() : m.mail_payment_voided_if_paid(),
      ],
    }
  },

  payment_received: ({ payable, amount, receipt, time, part, left = 0, isLookedAt }) => ({
    subject: m.mail_payment_received_subject({ amount: showKsh(amount) }),
    paragraphs: [
      m.mail_payment_received({ amount: showKsh(amount), payable: payableLabel(payable), receipt }),
      ...(time && time.months > 0 ? [m.mail_payment_received_time({ time: paidTimeLabel(time) })] : []),
      ...(part
        ? [
            m.mail_payment_received_part({
              total: showKsh(part.total),
              rest: showKsh(part.price - part.total),
              plan: planLabel(part.months),
            }),
            part.closed ? whyClosed[part.closed]() : m.mail_payment_received_part_next(),
          ]
        : []),
      ...(left > 0 ? [m.mail_payment_received_left({ left: showKsh(left) })] : []),
      ...(isLookedAt ? [m.mail_payment_received_looked_at()] : []),
    ],
  }),
}

/** Other money may cover some of what a payment had paid. */
function owedAgain(owed: number | undefined, amount: number): string {
  if (owed === undefined || owed === amount) return m.mail_payment_voided_owed()
  return m.mail_payment_voided_owed_in_all({ owed: showKsh(owed) })
}

const payableLabels: Record<PayableType, (params: { reference: string }) => string> = {
  booking: m.mail_payment_booking,
  listing_period: m.mail_payment_listing_period,
  order: m.mail_payment_order,
  deposit: m.mail_payment_deposit,
  unmatched: m.mail_payment_unmatched,
}

/** As in "booking BK1234". */
function payableLabel({ type, reference }: { type: PayableType; reference: string }): string {
  return payableLabels[type]({ reference })
}

type RefundSent = Pick<
  NotificationParams['refund_sent'],
  'reference' | 'amount' | 'receipt' | 'transfers' | 'note'
>

function refundSent({ reference, amount: sum, receipt, transfers, note }: RefundSent): string {
  const amount = showKsh(sum)
  if (receipt === null) return m.mail_payment_refund_given({ amount, reference, note })
  if (transfers.length === 0) return m.mail_payment_refund_sent({ amount, reference, receipt })
  const parts = transfers.map((one) =>
    m.mail_payment_refund_transfer({ amount: showKsh(one.amount), code: one.code }),
  )
  return m.mail_payment_refund_sent_to_several({ amount, reference, transfers: parts.join('; ') })
}
