import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { BookingEvent, StaffBookingEvent } from '@twende/contract/bookings/booking.ts'
import type { ReturnCharges } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { extrasToPrepare } from '@twende/contract/bookings/extra-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { chatNumber, showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { AgreementList, useAgreements } from '@twende/ui/bookings/agreement-list.tsx'
import { dropoffWords, pickupWords } from '@twende/ui/bookings/booking-format.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { MessageCircle } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DriversPanel } from '../drivers/drivers-panel.tsx'
import { NumberPlate } from '../fleet/fleet-cells.tsx'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { UnprintableLetters } from '../frame/unprintable-letters.tsx'
import { links, siteLinks } from '../links.ts'
import { Key, useShortcuts, useShortcutsOn } from '../list/shortcuts.tsx'
import { actionsOn, type BookingAction, bookingActions } from './booking-actions.ts'
import { BookingState, LossNote, ReachCustomer } from './booking-cells.tsx'
import { DepositPanel } from './deposit/deposit-panel.tsx'
import { type BookingFines, FinesPanel } from './fines-panel.tsx'
import { ChargesPanel, MoneyPanel } from './money-panel.tsx'
import { OwedPanel } from './owed-panel.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { type Act, type LoadedBooking, useBookingAction } from './use-booking-action.ts'

/** A handover and a return have a page each. */
type DialogAction = Exclude<BookingAction, 'handOver' | 'takeBack'>

const CorrectReadingDialog = lazyWithRetry(() =>
  import('./correct-reading-dialog.tsx').then((module) => module.CorrectReadingDialog),
)

const dialogs = {
  confirm: lazyWithRetry(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmBookingDialog)),
  takePayment: lazyWithRetry(() =>
    import('./payment-dialogs.tsx').then((module) => module.TakePaymentDialog),
  ),
  extend: lazyWithRetry(() => import('./extend-dialog.tsx').then((module) => module.ExtendDialog)),
  complete: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.CompleteDialog)),
  noShow: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.NoShowDialog)),
  undo: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.UndoDialog)),
  lost: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.LostDialog)),
  notLost: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.NotLostDialog)),
  cancel: lazyWithRetry(() => import('./end-dialogs.tsx').then((module) => module.CancelDialog)),
} as const satisfies Record<DialogAction, unknown>

const actors: Record<BookingEvent['by'], () => string> = {
  customer: m.admin_bookings_actor_customer,
  staff: m.admin_bookings_actor_staff,
  payment: m.admin_bookings_actor_mpesa,
  clock: m.admin_bookings_actor_system,
}

type BookingSheetProps = {
  loaded: LoadedBooking
  deposit: AdminDeposit | null
  charges: ReturnCharges
  fines: BookingFines
  drivers: ComponentProps<typeof DriversPanel>['drivers']
}

/** A booking as staff sees it, and what may be done with it. */
export function BookingSheet({ loaded, deposit, charges, fines, drivers }: BookingSheetProps) {
  const [action, setAction] = useState<DialogAction>()
  const { data: booking, timeline } = loaded
  const navigate = useNavigate()
  function act(chosen: BookingAction) {
    if (chosen === 'handOver') void navigate(links.report(booking._id, 'handover'))
    else if (chosen === 'takeBack') void navigate(links.report(booking._id, 'return'))
    else setAction(chosen)
  }
  return (
    <article aria-labelledby="booking-name">
      <header className="flex items-start gap-4">
        <Picture
          address={booking.carImage || undefined}
          alt=""
          sizes="128px"
          ratio="4/3"
          priority
          className="w-24 shrink-0 rounded-md sm:w-32"
        />
        <div className="min-w-0">
          <h1 id="booking-name" className="figures text-2xl sm:text-3xl">
            {booking.bookingId}
          </h1>
          <p className="mb-2">
            <a href={siteLinks.rentCar(booking.carId)} className="underline underline-offset-4">
              {booking.carName}
            </a>
            {booking.numberPlate && ' '}
            {booking.numberPlate && <NumberPlate>{booking.numberPlate}</NumberPlate>}
          </p>
          <BookingState booking={booking} />
        </div>
      </header>
      {booking.cancellationReason && (
        <p className="mt-4 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <Sentence
            text={m.admin_bookings_cancelled_note({ reason: booking.cancellationReason })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
      {booking.loss && <LossNote loss={booking.loss} />}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2 [&_dl]:grid-cols-2">
        <CustomerPanel loaded={loaded} />
        <RentalPeriodPanel booking={booking} />
        <DriversPanel booking={booking} drivers={drivers} />
        <MoneyPanel loaded={loaded} fines={fines} />
        {fines.owed > 0 && (
          <OwedPanel booking={booking} owed={fines.owed} keepable={deposit?.keepable ?? 0} />
        )}
        {deposit && <DepositPanel booking={booking} deposit={deposit} />}
        <FinesPanel booking={booking} fines={fines} />
        <ReviewPanel booking={booking} />
        <ChargesPanel booking={booking} charges={charges} />
        <ConditionPanel booking={booking} />
        <AgreementPanel booking={booking} />
        <BookingHistory events={timeline} />
      </div>
      <ActionBar booking={booking} onAct={act} />
      <ActionDialog loaded={loaded} action={action} onClose={() => setAction(undefined)} />
    </article>
  )
}

function CustomerPanel({ loaded: { data: booking } }: { loaded: LoadedBooking }) {
  const { customerInfo, account, bookedBy } = booking
  return (
    <DetailPanel
      as="h2"
      title={m.admin_bookings_customer_title()}
      aside={<ReachCustomer booking={booking} />}
    >
      <Facts
        facts={[
          [m.admin_bookings_name(), fullName(customerInfo)],
          [m.admin_bookings_phone(), showPhone(customerInfo.phone)],
          [m.admin_bookings_email(), customerInfo.email],
          [m.admin_bookings_licence(), customerInfo.licenseNumber],
          [m.admin_bookings_address(), customerInfo.address],
          [m.admin_bookings_account(), bookedBy ? '' : account.name],
          [m.admin_bookings_booked_by(), bookedBy],
        ]}
      />
      {booking.specialRequests && (
        <p className="mt-4 rounded-md bg-sunrise-tint px-4 py-3 whitespace-pre-line text-sunrise-ink">
          <Sentence
            text={m.admin_bookings_requests_note({ requests: booking.specialRequests })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
      {booking.driverNotes && (
        <p className="mt-3 whitespace-pre-line">
          <Sentence
            text={m.admin_bookings_driver_note({ note: booking.driverNotes })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
    </DetailPanel>
  )
}

/** The rental agreement and the return report, to download; nothing until there is one. */
function AgreementPanel({ booking: { _id, status, endDate, reach } }: { booking: AdminBooking }) {
  // An extension makes an addendum.
  const known = useAgreements(_id, `${status} ${endDate}`)
  if (!known.isShown) return null
  return (
    <DetailPanel as="h2" title={m.agreement_list_title()}>
      <AgreementList
        bookingId={_id}
        known={known}
        beside={({ message, unprintable }) => (
          <>
            <LinkButton
              size="sm"
              variant="secondary"
              href={whatsappLink(chatNumber(reach.phone), message)}
              target="_blank"
              rel="noreferrer"
              icon={<MessageCircle aria-hidden="true" className="size-5" />}
            >
              {m.agreement_list_send_link()}
            </LinkButton>
            <UnprintableLetters letters={unprintable} says={m.admin_addendum_unprintable} />
          </>
        )}
      />
    </DetailPanel>
  )
}

/** What happened to a booking, the latest first. */
function BookingHistory({ events }: { events: readonly StaffBookingEvent[] }) {
  return (
    <DetailPanel as="h2" title={m.admin_bookings_history_title()}>
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {Object.entries(events.toReversed()).map(([place, event]) => (
          <li key={place}>
            <p className="font-medium">{event.what}</p>
            {event.note && <p className="break-words">{keepAmounts(event.note)}</p>}
            <p className="figures text-sm text-soft">
              {event.person || actors[event.by]()}, {showInstant(event.at)}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}

type Condition = NonNullable<AdminBooking['handover']>

/** What the car was like when it left and when it came back. */
function ConditionPanel({ booking }: { booking: AdminBooking }) {
  const { handover, handoverReturn } = booking
  const [correcting, setCorrecting] = useState<ReportKind>()
  const [asked, setAsked] = useState<{ kind: ReportKind; times: number }>({ kind: 'handover', times: 0 })
  const correct = (kind: ReportKind) => {
    setAsked({ kind, times: asked.times + 1 })
    setCorrecting(kind)
  }
  const wrong = asked.kind === 'handover' ? handover : handoverReturn
  if (!handover && !handoverReturn) return null
  const driven = handover && handoverReturn ? handoverReturn.km - handover.km : undefined
  return (
    <DetailPanel as="h2" title={m.admin_bookings_condition_title()}>
      <div className="grid grid-cols-2 gap-4">
        {handover && (
          <Told
            title={m.admin_bookings_condition_left()}
            condition={handover}
            correctLabel={m.admin_bookings_reading_button_left()}
            onCorrect={() => correct('handover')}
          />
        )}
        {handoverReturn && (
          <Told
            title={m.admin_bookings_condition_came_back()}
            condition={handoverReturn}
            correctLabel={m.admin_bookings_reading_button_back()}
            onCorrect={() => correct('return')}
          />
        )}
      </div>
      {driven !== undefined && (
        <p className="figures mt-3 text-sm text-soft">
          {m.admin_bookings_km_driven({ km: driven.toLocaleString('en-GB') })}
        </p>
      )}
      {wrong && (
        <WhenOpen open={correcting !== undefined}>
          <CorrectReadingDialog
            key={asked.times}
            booking={booking}
            kind={asked.kind}
            km={wrong.km}
            open={correcting !== undefined}
            onClose={() => setCorrecting(undefined)}
          />
        </WhenOpen>
      )}
    </DetailPanel>
  )
}

type ToldProps = { title: string; condition: Condition; correctLabel: string; onCorrect: () => void }

function Told({ title, condition: { km, fuel, note, at }, correctLabel, onCorrect }: ToldProps) {
  return (
    <div className="min-w-0">
      <h3 className="font-text text-sm font-normal tracking-normal text-soft">{title}</h3>
      <p className="figures font-medium">{m.admin_bookings_km({ km: km.toLocaleString('en-GB') })}</p>
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3.5 no-print"
        aria-label={correctLabel}
        onClick={onCorrect}
      >
        {m.admin_bookings_reading_button()}
      </Button>
      <p>{m.admin_bookings_fuel_level({ level: fuelLabel(fuel) })}</p>
      {note && <p className="break-words whitespace-pre-line">{note}</p>}
      <p className="figures text-sm text-soft">{showInstant(at)}</p>
    </div>
  )
}

/** When and where the car goes and comes back. */
function RentalPeriodPanel({ booking }: { booking: AdminBooking }) {
  const prepare = extrasToPrepare(booking.extras, 'pickup')
  return (
    <DetailPanel
      as="h2"
      title={m.admin_bookings_period_title()}
      aside={
        <Link
          to={links.calendar({ from: booking.startDate, search: booking.carName })}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {m.admin_bookings_on_calendar()}
        </Link>
      }
    >
      <dl className="figures grid grid-cols-2 gap-4">
        <div>
          <dt className="text-sm text-soft">{m.admin_bookings_pickup()}</dt>
          <dd className="font-medium">{pickupWords(booking)}</dd>
          <dd className="text-sm">{booking.pickupLocation}</dd>
          {booking.deliveryAddress && (
            <dd className="text-sm break-words">
              {m.extra_brought_to({ address: booking.deliveryAddress })}
            </dd>
          )}
        </div>
        <div>
          <dt className="text-sm text-soft">{m.admin_bookings_dropoff()}</dt>
          <dd className="font-medium">{dropoffWords(booking)}</dd>
          <dd className="text-sm">{booking.dropoffLocation}</dd>
          {booking.collectionAddress && (
            <dd className="text-sm break-words">
              {m.extra_collected_from({ address: booking.collectionAddress })}
            </dd>
          )}
        </div>
      </dl>
      <p className="mt-3 text-sm text-soft">{daysInWords(booking.totalDays)}</p>
      {prepare.length > 0 && (
        <div className="mt-3 rounded-md bg-acacia-tint px-4 py-3 text-acacia-deep">
          <h3 className="text-sm font-semibold">{m.admin_bookings_extras_prepare()}</h3>
          <ul className="figures">
            {prepare.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
      )}
    </DetailPanel>
  )
}

type ActionBarProps = { booking: AdminBooking; onAct: (action: BookingAction) => void }

/** What may be done now: what is due first at the thumb, then the rest, each with its key. */
function ActionBar({ booking, onAct }: ActionBarProps) {
  const open = actionsOn(booking, useSession()?.owner?.id)
  useShortcuts(Object.fromEntries(open.map((action) => [bookingActions[action].key, () => onAct(action)])))
  const [first] = open
  if (!first) return null
  // No booking waits to be undone or cancelled, so neither is the main button.
  const next = first === 'undo' || first === 'cancel' ? undefined : first
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      {open.map((action) => (
        <ActionButton key={action} action={action} main={action === next} onAct={onAct} />
      ))}
    </div>
  )
}

type ActionButtonProps = { action: BookingAction; main?: boolean; onAct: (action: BookingAction) => void }

function ActionButton({ action, main = false, onAct }: ActionButtonProps) {
  const { label, key } = bookingActions[action]
  const keyed = useShortcutsOn()
  return (
    <Button
      variant={main ? 'primary' : 'secondary'}
      size={main ? 'md' : 'sm'}
      className={main ? 'min-w-full flex-1 sm:min-w-0 md:flex-none' : 'flex-1 md:flex-none'}
      aria-keyshortcuts={keyed ? key : undefined}
      onClick={() => onAct(action)}
    >
      {label()}
      {keyed && (
        <span aria-hidden="true" className="hidden lg:inline">
          <Key>{key.toUpperCase()}</Key>
        </span>
      )}
    </Button>
  )
}

type Choosing = { loaded: LoadedBooking; action: DialogAction | undefined; onClose: () => void }

/** The question before each action. */
function ActionDialog({ loaded, action, onClose }: Choosing) {
  const send = useBookingAction(loaded.data)
  const [shown, setShown] = useState<{ action: DialogAction; loaded: LoadedBooking; times: number }>()
  const [wasOpen, setWasOpen] = useState(false)
  const [acting, setActing] = useState(false)
  const open = action !== undefined
  if (open !== wasOpen) {
    setWasOpen(open)
    setActing(false)
    if (action) setShown({ action, loaded, times: (shown?.times ?? 0) + 1 })
  } else if (open && !acting && shown && shown.loaded !== loaded) {
    // The booking may change while the dialog is read. From the button on, the dialog keeps what it said until it has closed.
    setShown({ ...shown, loaded })
  }
  const act: Act = async (request) => {
    setActing(true)
    try {
      await send(request)
    } catch (error) {
      setActing(false)
      throw error
    }
  }
  if (!shown) return null
  const Asked = dialogs[shown.action]
  return (
    <WhenOpen open={open}>
      <Asked key={shown.times} loaded={shown.loaded} open={open} act={act} onClose={onClose} />
    </WhenOpen>
  )
}
