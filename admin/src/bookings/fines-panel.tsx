import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminFine } from '@twende/contract/bookings/fine.ts'
import { fineRoutes } from '@twende/contract/bookings/fine-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { FineActions, FineRecord } from '../fines/fine-parts.tsx'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { links } from '../links.ts'
import { DisputePart } from './dispute-part.tsx'
import { HowPaidFields } from './take-payment-dialog.tsx'
import { type Act, useBookingAction } from './use-booking-action.ts'

export type BookingFines = Reply<'GET /api/admin/booking/:bookingId/fines'>['data']

type FinesPanelProps = {
  booking: AdminBooking
  /** How much of the deposit may be kept. */
  keepable: number
  fines: BookingFines
}

/** The traffic fines of a rental, and what its customer owes. Shows nothing where there are none. */
export function FinesPanel({ booking, keepable, fines: { fines, owed } }: FinesPanelProps) {
  const [taking, setTaking] = useState(false)
  const act = useBookingAction(booking)
  const [latest] = fines
  if (!latest) return null
  return (
    <DetailPanel
      as="h2"
      title={m.admin_menu_fines()}
      aside={
        <Link
          to={links.fines({ search: latest.numberPlate })}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {m.admin_fines_list_link()}
        </Link>
      }
    >
      <ul className="grid gap-4">
        {fines.map((fine) => (
          <li key={fine._id} className="grid gap-2 rounded-md border border-line p-3">
            <FineFacts fine={fine} />
            <FineRecord fine={fine} />
            {fine.dispute && (
              <DisputePart
                bookingId={booking._id}
                item={{ of: { fine: fine._id }, label: showInstant(fine.offenceAt) }}
                dispute={fine.dispute}
                act={act}
              />
            )}
            <FineActions fine={fine} act={act} />
          </li>
        ))}
      </ul>
      {owed > 0 && (
        <div className="mt-4 grid gap-3">
          <p className="figures rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
            {keepable > 0
              ? m.admin_fines_owed_text_keep({ amount: showKsh(owed) })
              : m.admin_fines_owed_text({ amount: showKsh(owed) })}
          </p>
          <div>
            <Button size="sm" onClick={() => setTaking(true)}>
              {m.admin_fines_take_button({ amount: showKsh(owed) })}
            </Button>
          </div>
        </div>
      )}
      <WhenOpen open={taking}>
        <TakeOwedDialog
          booking={booking}
          owed={owed}
          act={act}
          open={taking}
          onClose={() => setTaking(false)}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

function FineFacts({ fine: { amount, offenceAt, reference, withdrawnAt } }: { fine: AdminFine }) {
  return (
    <>
      <p className="figures flex justify-between gap-3 font-medium">
        <span>{showInstant(offenceAt)}</span>
        <span className={withdrawnAt ? 'line-through' : ''}>{showKsh(amount)}</span>
      </p>
      {reference && <p className="figures text-sm break-words">{reference}</p>}
    </>
  )
}

const TAKE = 'POST /api/admin/booking/:bookingId/owed'

type TakeOwedDialogProps = {
  booking: AdminBooking
  owed: number
  act: Act
  open: boolean
  onClose: () => void
}

function TakeOwedDialog({ booking, owed, act, open, onClose }: TakeOwedDialogProps) {
  // What staff read when the dialog opened; the server refuses where something else is owed by then.
  const [amount] = useState(owed)
  const attempt = useAttemptKey()
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '', code: '' },
    bodyOf: (typed) => ({ ...typed, amount }),
    schema: fineRoutes[TAKE].body,
    refusedAt: { mpesa_code_used: 'code' },
    onSubmit: (body) => act(() => call(TAKE, { params, body }, { idempotencyKey: attempt.keyOf(body) })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_fines_take_title({ amount: showKsh(amount), reference: booking.bookingId })}
      explains={m.admin_bookings_take_payment_text({ amount: showKsh(amount) })}
      yes={m.admin_bookings_action_take_payment()}
      onClose={onClose}
    >
      <HowPaidFields form={form} />
    </FormDialog>
  )
}
