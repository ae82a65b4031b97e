import { fullName } from '@twende/contract/accounts/full-name.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import type { DriverOfBooking } from '@twende/contract/drivers/driver.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import {
  driverProblemLabels,
  driverState,
  driverStatusTones,
  refusalReasonLabels,
} from '@twende/ui/drivers/driver-labels.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Suspense, useEffect, useState } from 'react'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

const DriverForm = lazyWithRetry(() =>
  import('@twende/ui/drivers/driver-form.tsx').then((module) => module.DriverForm),
)

export type Drivers = Reply<'GET /api/booking/:bookingId/drivers'>

const asksNow = ['pending', 'confirmed']
const tells = [...asksNow, 'active']

/** The address of the section within the page. */
export const DRIVERS_ID = 'drivers'

type LoadedDrivers = {
  /** Undefined until they are loaded. */
  drivers: Drivers | undefined
  isMissing: boolean
  reload: () => void
}

/** The drivers of a booking and what keeps them from driving, while their papers matter. */
export function useDrivers({
  _id: bookingId,
  status,
  endDate,
}: BookingSectionProps['booking']): LoadedDrivers {
  const [drivers, setDrivers] = useState<Drivers>()
  const [isMissing, setMissing] = useState(false)
  const [sent, setSent] = useState(0)
  const isTold = tells.includes(status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again when papers were sent, or the return is on another day
  useEffect(() => {
    if (!isTold) return
    const leaving = new AbortController()
    call('GET /api/booking/:bookingId/drivers', { params: { bookingId } }, { signal: leaving.signal }).then(
      setDrivers,
      () => leaving.signal.aborted || setMissing(true),
    )
    return () => leaving.abort()
  }, [bookingId, isTold, endDate, sent])
  return { drivers, isMissing, reload: () => setSent((times) => times + 1) }
}

type DriversSectionProps = BookingSectionProps & { loaded: LoadedDrivers }

/** Who drives: what is asked of them, and what became of the papers that were sent. */
export function DriversSection({ booking, loaded: { drivers, isMissing, reload } }: DriversSectionProps) {
  const { _id: bookingId, status } = booking
  const [open, setOpen] = useState(false)
  if (!tells.includes(status) || (!drivers && !isMissing)) return null
  const { data = [], isCleared = false, isWaived = false, additional } = drivers ?? {}
  const hasChauffeur = booking.extras.some(({ kind }) => kind === 'chauffeur')
  const isWaiting = data.some((driver) => driver.status === 'submitted')
  const { firstName, lastName, licenseNumber } = booking.customerInfo
  const isFirst = data.length === 0
  // While the car is out, papers replace those whose approval was withdrawn.
  const takesPapers = asksNow.includes(status) || data.some(({ withdrawal }) => withdrawal)
  return (
    <BookingSection id={DRIVERS_ID} title={m.driver_section_title()}>
      <div className="grid gap-4">
        {isMissing && <p className="text-soft">{m.driver_section_failed()}</p>}
        {drivers && (
          <p>{wordsFor({ isOut: status === 'active', isCleared, isWaived, isWaiting, hasChauffeur })}</p>
        )}
        {additional && additional.booked > 0 && <AdditionalDrivers {...additional} />}
        {data.length > 0 && (
          <ul className="grid gap-3">
            {data.map((driver) => (
              <DriverItem key={driver._id} driver={driver} />
            ))}
          </ul>
        )}
        {drivers && takesPapers && !open && (
          <Button
            size="sm"
            variant={(isCleared || isWaiting) && !additional?.missing ? 'secondary' : 'primary'}
            className="justify-self-start"
            onClick={() => setOpen(true)}
          >
            {isCleared || isWaiting
              ? m.driver_section_another()
              : isFirst
                ? m.driver_section_send()
                : m.driver_section_send_again()}
          </Button>
        )}
        {open && (
          <Suspense fallback={null}>
            <DriverForm
              known={
                isCleared || isWaiting
                  ? { fullName: '', licenceNumber: '' }
                  : { fullName: fullName({ firstName, lastName }), licenceNumber: licenseNumber }
              }
              rental={{ pickupDay: booking.startDate, returnDay: booking.endDate }}
              send={({ body, photos, idempotencyKey }) =>
                formCall(photos)(
                  'POST /api/booking/:bookingId/driver',
                  { params: { bookingId }, body },
                  { idempotencyKey },
                )
              }
              onDone={() => {
                toast.success(m.driver_section_sent())
                setOpen(false)
                reload()
              }}
              onBack={() => setOpen(false)}
            />
          </Suspense>
        )}
      </div>
    </BookingSection>
  )
}

type Drivable = {
  isOut: boolean
  isCleared: boolean
  isWaived: boolean
  isWaiting: boolean
  hasChauffeur: boolean
}

/** Once the car is out, nobody is to bring papers or to wait for an answer before the pickup. */
function wordsFor({ isOut, isCleared, isWaived, isWaiting, hasChauffeur }: Drivable): string {
  if (isOut) return isCleared ? m.driver_section_out() : m.driver_section_out_unnamed()
  if (isCleared) return m.driver_section_cleared()
  if (isWaiting) return m.driver_section_waiting()
  if (hasChauffeur) return m.driver_section_chauffeur()
  return isWaived ? m.driver_section_waived() : m.driver_section_ask()
}

function AdditionalDrivers({ booked, approved, missing }: Drivers['additional']) {
  return (
    <div>
      <p>{m.driver_section_additional({ count: booked, approved })}</p>
      {missing > 0 && <p>{m.driver_section_additional_missing({ count: missing })}</p>}
    </div>
  )
}

function DriverItem({ driver }: { driver: DriverOfBooking }) {
  const { fullName, status, refusalReason, withdrawal, licenceExpires, problems, isTakenOut } = driver
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-semibold">{fullName}</span>
        <Badge tone={driverStatusTones[status]}>{driverState(driver)}</Badge>
      </p>
      {isTakenOut && <p className="text-clay-deep">{m.driver_section_taken_out()}</p>}
      {withdrawal && <p className="text-clay-deep">{m.driver_section_withdrawn({ name: fullName })}</p>}
      {withdrawal || refusalReason ? (
        <p>{refusalReason ? refusalReasonLabels[refusalReason]() : withdrawal?.reason}</p>
      ) : (
        <p className="figures text-sm text-soft">
          {m.driver_licence_until({ day: showDay(licenceExpires) })}
        </p>
      )}
      {status !== 'refused' &&
        problems.map((problem) => (
          <p key={problem} className="text-clay-deep">
            {driverProblemLabels[problem]()}
          </p>
        ))}
    </li>
  )
}
