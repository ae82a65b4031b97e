import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { UNDO_HOURS } from '@twende/contract/bookings/booking-status.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { SuggestionsField } from '../form/admin-fields.tsx'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'
import type { ActionDialogProps } from './use-booking-action.ts'

const CANCEL = 'POST /api/admin/booking/:bookingId/cancel'
const NO_SHOW = 'POST /api/admin/booking/:bookingId/no-show'

const usualReasons = () => [
  m.admin_bookings_reason_customer(),
  m.admin_bookings_reason_garage(),
  m.admin_bookings_reason_twice(),
]
const usualNotes = () => [m.admin_bookings_note_called(), m.admin_bookings_note_phone_off()]

const undoable = () => m.admin_bookings_undoable({ hours: UNDO_HOURS })

/** What ended a booking before its end can be taken back; after it there are no days to go on with. */
const undoableBefore = ({ endDate, dropoffTime }: AdminBooking) =>
  nairobiInstant(endDate, dropoffTime) > new Date() && undoable()

/** Cancels a booking from our side. */
export function CancelDialog({ loaded: { data: booking, money }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { reason: '' },
    schema: adminBookingRoutes[CANCEL].body,
    onSubmit: (body) => act(() => call(CANCEL, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_cancel_title({ reference: booking.bookingId })}
      explains={
        <>
          {m.admin_bookings_cancel_text()} {reachWords(booking.reach)}
          {booking.status === 'confirmed' && <> {undoableBefore(booking)}</>}
        </>
      }
      yes={m.admin_bookings_cancel_button()}
      danger
      onClose={onClose}
    >
      <GoesBack paid={money.paid} back={money.backIfCancelled} />
      <SuggestionsField
        form={form}
        name="reason"
        label={m.admin_bookings_reason_label()}
        required
        suggestions={usualReasons()}
        {...(booking.reach.email !== null && { hint: m.admin_bookings_reason_hint() })}
      />
    </FormDialog>
  )
}

/** Cancels a booking whose customer did not come. */
export function NoShowDialog({ loaded: { data: booking, money }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: adminBookingRoutes[NO_SHOW].body,
    onSubmit: (body) => act(() => call(NO_SHOW, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_no_show_title({ name: fullName(booking.customerInfo) })}
      explains={
        <>
          {m.admin_bookings_no_show_text()} {reachWords(booking.reach)} {undoableBefore(booking)}
        </>
      }
      yes={m.admin_bookings_no_show_button()}
      danger
      onClose={onClose}
    >
      <GoesBack paid={money.paid} back={money.backIfNoShow} />
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_note_label()}
        suggestions={usualNotes()}
      />
    </FormDialog>
  )
}

function GoesBack({ paid, back }: { paid: number; back: number }) {
  if (paid === 0) return <p className="rounded-md bg-sand px-4 py-3">{m.admin_bookings_nothing_paid()}</p>
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md bg-sand px-4 py-3">
      <dt>{m.admin_bookings_paid()}</dt>
      <dd className="text-right">{showKsh(paid)}</dd>
      <dt>{m.admin_bookings_kept()}</dt>
      <dd className="text-right">{showKsh(paid - back)}</dd>
      <dt className="font-semibold">{m.admin_bookings_goes_back()}</dt>
      <dd className="text-right font-semibold">{showKsh(back)}</dd>
    </dl>
  )
}

const COMPLETE = 'POST /api/admin/booking/:bookingId/complete'

const completionNotes = () => [
  m.admin_bookings_complete_note_paper(),
  m.admin_bookings_complete_note_customer(),
]

/** Completes a booking whose car was out, though nobody wrote that down. */
export function CompleteDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: adminBookingRoutes[COMPLETE].body,
    onSubmit: (body) => act(() => call(COMPLETE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_complete_title({ car: booking.carName })}
      explains={sentences(
        m.admin_bookings_complete_text({ reference: booking.bookingId }),
        notTold(),
        undoable(),
      )}
      yes={m.admin_bookings_complete_button()}
      onClose={onClose}
    >
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_complete_note_label()}
        required
        suggestions={completionNotes()}
      />
    </FormDialog>
  )
}

const LOST = 'POST /api/admin/booking/:bookingId/lost'

const usualLosses = () => [m.admin_bookings_lost_reason_stolen(), m.admin_bookings_lost_reason_wreck()]

/** Declares the car of a rental lost: asks for it, or agrees with who asked. */
export function LostDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const { loss } = booking
  const form = useAppForm({
    defaultValues: { reason: loss?.reason ?? '' },
    schema: adminBookingRoutes[LOST].body,
    onSubmit: (body) => act(() => call(LOST, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_lost_title({ car: booking.carName })}
      explains={sentences(
        loss
          ? m.admin_bookings_lost_text_asked({ name: loss.by, reason: loss.reason })
          : m.admin_bookings_lost_text(),
        loss ? reachWords(booking.reach) : m.admin_bookings_loss_told_later(),
      )}
      yes={m.admin_bookings_lost_button()}
      danger
      onClose={onClose}
    >
      {!loss && (
        <SuggestionsField
          form={form}
          name="reason"
          label={m.admin_bookings_lost_reason_label()}
          required
          suggestions={usualLosses()}
        />
      )}
    </FormDialog>
  )
}

const NOT_LOST = 'POST /api/admin/booking/:bookingId/lost/withdraw'

/** Withdraws the loss of a car, or what somebody asked for: asks for it, or agrees with who asked. */
export function NotLostDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const { loss } = booking
  const withdrawal = loss?.withdrawal
  const form = useAppForm({
    defaultValues: { reason: withdrawal?.reason ?? '' },
    schema: adminBookingRoutes[NOT_LOST].body,
    onSubmit: (body) => act(() => call(NOT_LOST, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={
        loss?.confirmedAt
          ? m.admin_bookings_not_lost_title({ car: booking.carName })
          : m.admin_bookings_loss_request_title()
      }
      explains={sentences(
        notLostWords(loss),
        !loss?.confirmedAt
          ? notTold()
          : withdrawal
            ? reachWords(booking.reach)
            : m.admin_bookings_loss_told_later(),
      )}
      yes={loss?.confirmedAt ? m.admin_bookings_not_lost_button() : m.admin_bookings_loss_request_button()}
      onClose={onClose}
    >
      {!withdrawal && (
        <SuggestionsField
          form={form}
          name="reason"
          label={m.admin_bookings_undo_note_label()}
          required
          suggestions={[m.admin_bookings_undo_note_other(), m.admin_bookings_not_lost_reason_found()]}
        />
      )}
    </FormDialog>
  )
}

function notLostWords(loss: ActionDialogProps['loaded']['data']['loss']): string {
  if (!loss?.confirmedAt) return m.admin_bookings_loss_request_text()
  const { withdrawal } = loss
  return withdrawal
    ? m.admin_bookings_not_lost_text_asked({ name: withdrawal.by, reason: withdrawal.reason })
    : m.admin_bookings_not_lost_text()
}

const UNDO = 'POST /api/admin/booking/:bookingId/undo'

/** Takes back what ended a booking by mistake. */
export function UndoDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const isReturn = booking.status === 'completed' && booking.handoverReturn !== null
  const title = isReturn ? m.admin_bookings_undo_return_title : m.admin_bookings_undo_title
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: adminBookingRoutes[UNDO].body,
    onSubmit: (body) => act(() => call(UNDO, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={title({ reference: booking.bookingId })}
      explains={
        <>
          {isReturn ? m.admin_bookings_undo_return_text() : m.admin_bookings_undo_text()}
          {/* Nobody was told that a rental was completed without its return. */}
          {(isReturn || booking.status === 'cancelled') && (
            <> {reachWords(booking.reach, { mutable: !isReturn })}</>
          )}
        </>
      }
      yes={m.admin_bookings_action_undo()}
      onClose={onClose}
    >
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_undo_note_label()}
        required
        suggestions={
          isReturn
            ? [m.admin_bookings_undo_note_other()]
            : [m.admin_bookings_undo_note_other(), m.admin_bookings_undo_note_came()]
        }
      />
    </FormDialog>
  )
}
