import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import type { BookingDriver } from '@twende/contract/drivers/driver.ts'
import { driverRoutes } from '@twende/contract/drivers/driver-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { chatNumber } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { addressToShare, whatsappLink } from '@twende/ui/address.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { driverProblemLabels, driverState, driverStatusTones } from '@twende/ui/drivers/driver-labels.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Act, useBookingAction } from '../bookings/use-booking-action.ts'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links, siteLinks } from '../links.ts'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const REMOVE = 'POST /api/admin/booking/:bookingId/driver/:driverId/remove'
const RESTORE = 'POST /api/admin/booking/:bookingId/driver/:driverId/restore'
const WAIVE = 'POST /api/admin/booking/:bookingId/driver/waive'

type DriversPanelProps = {
  booking: AdminBooking
  drivers: Reply<'GET /api/admin/booking/:bookingId/drivers'>
}

/** Who drives in a booking: whether the car may leave, and what is to be done until it may. */
export function DriversPanel({ booking, drivers }: DriversPanelProps) {
  const isAdmin = useSession()?.owner?.role === 'admin'
  const [waiving, setWaiving] = useState(false)
  const act = useBookingAction(booking)
  const { isCleared, waiver, additional, data } = drivers
  const isOpen = booking.status === 'pending' || booking.status === 'confirmed'
  // While the car is out, papers replace those whose approval was withdrawn.
  const takesPapers = isOpen || (booking.status === 'active' && data.some(({ withdrawal }) => withdrawal))
  const hasChauffeur = booking.extras.some(({ kind }) => kind === 'chauffeur')
  const params = { bookingId: booking._id }
  const { phone } = booking.customerInfo
  // A customer at the counter has no page on which papers are sent.
  const isAwaited =
    !isCleared && !booking.bookedBy && phone !== '' && !data.some(({ status }) => status === 'submitted')
  return (
    <DetailPanel
      as="h2"
      title={m.driver_section_title()}
      aside={
        isOpen && (
          <StatusBadge tone={isCleared ? 'acacia' : 'sunrise'}>
            {isCleared ? m.admin_driver_panel_cleared() : m.admin_driver_panel_missing()}
          </StatusBadge>
        )
      }
    >
      {data.length === 0 && !waiver && (
        <p className="text-soft">
          {hasChauffeur ? m.admin_driver_panel_chauffeur() : m.admin_driver_panel_none()}
        </p>
      )}
      {data.length > 0 && (
        <ul className="grid gap-3">
          {data.map((driver) => (
            <DriverItem key={driver._id} driver={driver} booking={booking} act={act} />
          ))}
        </ul>
      )}
      {additional.booked > 0 && (
        <p className="mt-3">
          {m.admin_driver_panel_additional({ count: additional.booked, approved: additional.approved })}
        </p>
      )}
      {waiver && (
        <p className="mt-3 break-words">
          {m.admin_driver_panel_waived({
            name: waiver.by,
            time: showInstant(waiver.at),
            reason: waiver.reason,
          })}
        </p>
      )}
      {takesPapers && (
        <div className="mt-4 flex flex-wrap gap-3">
          <LinkButton size="sm" variant="secondary" to={links.newDriver(booking._id)}>
            {m.admin_driver_panel_enter()}
          </LinkButton>
          {isAwaited && (
            <LinkButton
              size="sm"
              variant="secondary"
              href={whatsappLink(chatNumber(phone), askFor(booking))}
              target="_blank"
              rel="noreferrer"
              icon={<MessageCircle aria-hidden="true" className="size-5" />}
            >
              {m.admin_driver_panel_ask()}
            </LinkButton>
          )}
          {isAdmin && !isCleared && booking.status === 'confirmed' && (
            <Button size="sm" variant="quiet" onClick={() => setWaiving(true)}>
              {m.admin_driver_panel_waive()}
            </Button>
          )}
        </div>
      )}
      <WhenOpen open={waiving}>
        <ReasonDialog
          open={waiving}
          title={m.admin_driver_waive_title({ reference: booking.bookingId })}
          explains={sentences(m.admin_driver_waive_text(), notTold())}
          yes={m.admin_driver_panel_waive()}
          danger
          text={{ label: m.admin_driver_refuse_reason(), required: true }}
          schema={driverRoutes[WAIVE].body}
          onDecide={(reason) => act(() => call(WAIVE, { params, body: { reason } }))}
          onClose={() => setWaiving(false)}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

/** What staff writes to a customer whose papers are missing. */
function askFor({ _id, bookingId, carName, customerInfo }: AdminBooking): string {
  return m.admin_driver_panel_ask_text({
    name: customerInfo.firstName,
    reference: bookingId,
    car: carName,
    link: addressToShare(siteLinks.myBooking(_id)),
  })
}

type DriverItemProps = { driver: BookingDriver; booking: AdminBooking; act: Act }

function DriverItem({ driver, booking, act }: DriverItemProps) {
  const { _id, fullName, status, licenceExpires, problems, withdrawal } = driver
  const isLive = ['pending', 'confirmed', 'active'].includes(booking.status)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <Link
          to={links.driver(_id)}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
        >
          {fullName}
        </Link>
        <StatusBadge tone={driverStatusTones[status]}>{driverState(driver)}</StatusBadge>
      </p>
      <p className="figures text-sm text-soft">{m.driver_licence_until({ day: showDay(licenceExpires) })}</p>
      {withdrawal && (
        <p className="break-words">
          {m.admin_driver_panel_withdrawn({
            name: withdrawal.by,
            time: showInstant(withdrawal.at),
            reason: withdrawal.reason,
          })}
        </p>
      )}
      {withdrawal && booking.status === 'active' && (
        <p className="font-semibold text-clay-deep">
          {m.admin_driver_panel_withdrawn_out({ name: fullName })}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="text-clay-deep">
          {driverProblemLabels[problem]()}
        </p>
      ))}
      {isLive && status === 'approved' && <InThisBooking driver={driver} booking={booking} act={act} />}
    </li>
  )
}

/** Takes an approved driver out of this booking, or puts the driver back. */
function InThisBooking({ driver, booking, act }: DriverItemProps) {
  const { _id: driverId, fullName, takenOut } = driver
  const [removing, setRemoving] = useState(false)
  const [isSending, setSending] = useState(false)
  const params = { bookingId: booking._id, driverId }
  const named = { name: fullName, reference: booking.bookingId }
  async function putBack() {
    if (isSending) return
    const isSure = await ask({
      sentence: m.admin_driver_restore_title(named),
      more: sentences(m.admin_driver_restore_text(), acceptWords(booking)),
      yes: m.admin_driver_restore_yes(),
    })
    if (!isSure) return
    setSending(true)
    try {
      await act(() => call(RESTORE, { params }))
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : m.admin_common_unreachable())
    }
    setSending(false)
  }
  return (
    <>
      {takenOut && (
        <p className="break-words">
          {m.admin_driver_panel_taken_out({
            name: takenOut.by,
            time: showInstant(takenOut.at),
            reason: takenOut.reason,
          })}
        </p>
      )}
      <Button
        size="sm"
        variant="quiet"
        pending={isSending}
        onClick={() => (takenOut ? void putBack() : setRemoving(true))}
      >
        {takenOut
          ? m.admin_driver_panel_restore({ name: fullName })
          : m.admin_driver_panel_remove({ name: fullName })}
      </Button>
      <WhenOpen open={removing}>
        <ReasonDialog
          open={removing}
          title={m.admin_driver_remove_title(named)}
          explains={sentences(
            m.admin_driver_remove_text(),
            acceptWords(booking),
            m.admin_driver_remove_undo(),
          )}
          yes={m.admin_driver_remove_yes()}
          text={{
            label: m.admin_driver_refuse_reason(),
            hint: m.admin_driver_remove_reason_hint(),
            required: true,
          }}
          schema={driverRoutes[REMOVE].body}
          onDecide={async (reason) => {
            await act(() => call(REMOVE, { params, body: { reason } }))
            setRemoving(false)
          }}
          onClose={() => setRemoving(false)}
        />
      </WhenOpen>
    </>
  )
}

/** Of a car that is out: the customer has to accept the change of the agreement, and how they hear of it. */
const acceptWords = ({ status, reach }: AdminBooking) =>
  status === 'active' ? [m.admin_driver_change_accepted(), reachWords(reach)].join(' ') : notTold()
