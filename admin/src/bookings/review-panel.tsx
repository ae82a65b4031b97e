import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { notTold, sentences } from '../frame/reach-words.ts'
import { useBookingAction } from './use-booking-action.ts'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const HIDE = 'POST /api/admin/booking/:bookingId/review/hide'
const SHOW = 'POST /api/admin/booking/:bookingId/review/show'
const ANSWER = 'POST /api/admin/booking/:bookingId/review/answer'

/** The review of a rental, which staff may answer in public, and hide with a reason. Shows nothing where there is none. */
export function ReviewPanel({ booking }: { booking: AdminBooking }) {
  const act = useBookingAction(booking)
  const [open, setOpen] = useState<'hide' | 'answer'>()
  const { review } = booking
  if (!review) return null
  const params = { bookingId: booking._id }
  const close = () => setOpen(undefined)
  return (
    <DetailPanel as="h2" title={m.admin_review_title()}>
      <div className="grid gap-3">
        <Stars rating={review.rating} />
        {review.comment && <p className="break-words whitespace-pre-line">{review.comment}</p>}
        {review.answer && (
          <p className="break-words whitespace-pre-line text-soft">
            {m.car_page_review_answer({ answer: review.answer })}
          </p>
        )}
        {review.hiddenReason && (
          <p className="text-clay-deep">{m.admin_review_hidden({ reason: review.hiddenReason })}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button size="sm" variant="secondary" onClick={() => setOpen('answer')}>
            {m.admin_review_answer_button()}
          </Button>
          {review.hiddenReason ? (
            <Button size="sm" variant="secondary" onClick={() => void act(() => call(SHOW, { params }))}>
              {m.admin_review_show_button()}
            </Button>
          ) : (
            <Button size="sm" variant="secondary" onClick={() => setOpen('hide')}>
              {m.admin_review_hide_button()}
            </Button>
          )}
        </div>
      </div>
      <WhenOpen open={open === 'hide'}>
        <ReasonDialog
          open={open === 'hide'}
          title={m.admin_review_hide_title()}
          explains={sentences(m.admin_review_hide_explanation(), notTold())}
          yes={m.admin_review_hide_button()}
          danger
          text={{
            label: m.admin_common_reason_label(),
            hint: m.admin_common_hint_customer(),
            required: true,
          }}
          schema={adminBookingRoutes[HIDE].body}
          onDecide={(reason) => act(() => call(HIDE, { params, body: { reason } }))}
          onClose={close}
        />
      </WhenOpen>
      <WhenOpen open={open === 'answer'}>
        <ReasonDialog
          open={open === 'answer'}
          title={m.admin_review_answer_title()}
          explains={sentences(
            review.hiddenReason ? m.admin_review_answer_hidden() : m.admin_review_answer_explanation(),
            review.answer !== '' && m.admin_review_answer_replaces(),
            notTold(),
          )}
          yes={m.admin_review_answer_button()}
          text={{ label: m.admin_review_answer_label(), required: false }}
          name="note"
          schema={adminBookingRoutes[ANSWER].body}
          onDecide={(note) => act(() => call(ANSWER, { params, body: { note } }))}
          onClose={close}
        />
      </WhenOpen>
    </DetailPanel>
  )
}
