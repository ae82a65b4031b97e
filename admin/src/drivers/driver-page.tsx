import { nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { DRIVER_PHOTOS } from '@twende/contract/drivers/driver.ts'
import { ageOn } from '@twende/contract/drivers/driver-rules.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import {
  driverPhotoLabels,
  driverProblemLabels,
  driverState,
  driverStatusTones,
  identityKindLabels,
  licenceOriginLabels,
  refusalReasonLabels,
} from '@twende/ui/drivers/driver-labels.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Ban, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/driver-page'
import { WithdrawApproval } from './withdraw-approval.tsx'

const RefuseDialog = lazyWithRetry(() => import('./refuse-dialog.tsx').then((module) => module.RefuseDialog))
const AddRefusalDialog = lazyWithRetry(() =>
  import('./refusal-list-dialogs.tsx').then((module) => module.AddRefusalDialog),
)
const PhotoDialog = lazyWithRetry(() => import('./photo-dialog.tsx').then((module) => module.PhotoDialog))

type OneDriver = Reply<'GET /api/admin/driver/:driverId'>

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadForPage(call('GET /api/admin/driver/:driverId', { params: { driverId: params.driverId } }))

export const meta = () => pageTitle(m.driver_form_title())

/** The papers of one driver: what was typed beside the photos, and the decision. */
export default function DriverPage({ loaderData, params: { driverId } }: Route.ComponentProps) {
  return (
    <Page back={{ to: links.drivers(), label: m.admin_menu_drivers() }}>
      <PageContent
        page={loaderData.page}
        missing={{
          code: 'not_found',
          title: m.admin_driver_missing_title(),
          text: m.admin_driver_missing_text(),
        }}
      >
        {(found) => <DriverSheet key={driverId} found={found} />}
      </PageContent>
    </Page>
  )
}

function DriverSheet({ found }: { found: OneDriver }) {
  const { data: driver } = found
  return (
    <article aria-labelledby="driver-name">
      <header className="flex flex-wrap items-center gap-3">
        <h1 id="driver-name" className="text-3xl">
          {driver.fullName}
        </h1>
        <StatusBadge tone={driverStatusTones[driver.status]}>{driverState(driver)}</StatusBadge>
      </header>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid gap-5 lg:sticky lg:top-5 [&_dl]:grid-cols-2">
          <Data found={found} />
          <RefusalList found={found} />
          {driver.status === 'approved' && <WithdrawApproval driverId={driver._id} name={driver.fullName} />}
        </div>
        <Photos found={found} />
      </div>
      {driver.status === 'submitted' && <Decision found={found} />}
    </article>
  )
}

/** Papers with the same licence or ID were approved once, and that was withdrawn. */
function WithdrawnBefore({ before }: { before: NonNullable<OneDriver['withdrawnBefore']> }) {
  const day = showDay(nairobiDay(new Date(before.at)))
  return (
    <div className="mt-3 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      <p className="flex min-w-0 gap-2 break-words">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        {m.admin_driver_withdrawn_before({ day, reason: before.reason })}
      </p>
      <Link
        to={links.driver(before.driverId)}
        className="inline-flex min-h-11 items-center pl-7 underline underline-offset-4"
      >
        {m.admin_driver_see_other_papers()}
      </Link>
    </div>
  )
}

/** The person was taken out of a booking: to approve these papers changes nothing about that. */
function TakenOutOf({ bookings }: { bookings: OneDriver['takenOutOf'] }) {
  return bookings.map(({ _id, reference, reason }) => (
    <p key={_id} className="mt-3 break-words rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      {m.admin_driver_taken_out_of({ reference, reason })}{' '}
      <Link to={links.booking(_id)} className="underline underline-offset-4">
        {m.admin_driver_see_booking({ reference })}
      </Link>
    </p>
  ))
}

function Data({ found: { data: driver, checks, withdrawnBefore, takenOutOf } }: { found: OneDriver }) {
  const { booking } = driver
  return (
    <DetailPanel as="h2" title={m.admin_driver_data()}>
      <Facts
        facts={[
          [m.driver_form_full_name(), driver.fullName],
          [m.driver_form_birth_date(), showDay(driver.birthDate)],
          [m.admin_driver_age_at_pickup(), booking && String(ageOn(driver.birthDate, booking.pickupDay))],
          [m.driver_form_licence_number(), driver.licenceNumber],
          [m.driver_form_licence_class(), driver.licenceClass],
          [m.driver_form_licence_expires(), showDay(driver.licenceExpires)],
          [m.driver_form_licence_origin(), licenceOriginLabels[driver.licenceOrigin]()],
          [identityKindLabels[driver.identityKind](), driver.identityNumber],
          [m.admin_drivers_sent(), showInstant(driver.submittedAt)],
          [
            m.admin_driver_booking(),
            booking && (
              <Link to={links.booking(booking._id)} className="underline underline-offset-4">
                {booking.reference}
              </Link>
            ),
          ],
          [
            m.admin_driver_rental_days(),
            booking &&
              m.admin_papers_days({ from: showDay(booking.pickupDay), until: showDay(booking.returnDay) }),
          ],
        ]}
      />
      {booking?.problems.map((problem) => (
        <p key={problem} className="mt-3 flex gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          {driverProblemLabels[problem]()}
        </p>
      ))}
      {withdrawnBefore && driver.status === 'submitted' && <WithdrawnBefore before={withdrawnBefore} />}
      <TakenOutOf bookings={takenOutOf} />
      {checks.length > 0 && (
        <ul className="figures mt-4 grid gap-1 text-sm text-soft">
          {checks.map((check) => (
            <li key={check.at} className="break-words">
              {checkWords(check, driver.withdrawal?.reason ?? '')}
            </li>
          ))}
        </ul>
      )}
    </DetailPanel>
  )
}

/** Who decided what about the papers, and why. */
function checkWords({ at, by: name, outcome, reason }: OneDriver['checks'][number], withdrawnFor: string) {
  const time = showInstant(at)
  if (outcome === 'withdrawn') return m.admin_driver_check_withdrawn({ name, time, reason: withdrawnFor })
  return reason
    ? m.admin_driver_check_refused({ name, time, reason: refusalReasonLabels[reason]() })
    : m.admin_driver_check_approved({ name, time })
}

/** Whether no car is rented to the person; who is not on the refusal list can be put on it. */
function RefusalList({ found: { data: driver, hirer, refusal } }: { found: OneDriver }) {
  const [adding, setAdding] = useState(false)
  const seesPeople = useRights().includes('people')
  if (refusal)
    return (
      <div className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
        <p className="flex gap-2">
          <Ban aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          {m.admin_driver_on_refusal_list({ day: showDay(refusal.until) })}
        </p>
        {seesPeople && (
          <Link
            to={links.refusalList({ search: refusal.number })}
            className="inline-flex min-h-11 items-center pl-7 underline underline-offset-4"
          >
            {m.admin_driver_see_refusal()}
          </Link>
        )}
      </div>
    )
  if (!seesPeople) return null
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start"
        icon={<Ban aria-hidden="true" className="size-5" />}
        onClick={() => setAdding(true)}
      >
        {m.admin_driver_refuse_to_rent()}
      </Button>
      <WhenOpen open={adding}>
        <AddRefusalDialog
          open={adding}
          onClose={() => setAdding(false)}
          known={{
            phone: hirer.phone && showPhone(hirer.phone),
            licenceNumber: driver.licenceNumber,
            phoneOf: hirer.name,
          }}
        />
      </WhenOpen>
    </>
  )
}

function Decision({ found: { data: driver } }: { found: OneDriver }) {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState(false)
  const [pending, setPending] = useState(false)
  const params = { driverId: driver._id }
  async function approve() {
    setPending(true)
    try {
      await call('POST /api/admin/driver/:driverId/approve', { params })
      toast.success(m.admin_driver_approved_toast({ name: driver.fullName }))
      await revalidate()
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : m.admin_common_unreachable())
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      <Button className="flex-1 md:flex-none" pending={pending} onClick={() => void approve()}>
        {m.admin_driver_approve()}
      </Button>
      <Button variant="secondary" className="flex-1 md:flex-none" onClick={() => setAsked(true)}>
        {m.admin_driver_refuse()}
      </Button>
      <WhenOpen open={asked}>
        <RefuseDialog
          driverId={driver._id}
          name={driver.fullName}
          open={asked}
          onDone={async () => {
            setAsked(false)
            toast.success(m.admin_driver_refused_toast())
            await revalidate()
          }}
          onClose={() => setAsked(false)}
        />
      </WhenOpen>
    </div>
  )
}

const photoNames = ['licenceFront', 'licenceBack', 'identityFront'] as const

/** The photos, large; a tap shows one over the whole window. */
function Photos({ found: { data: driver, repeats } }: { found: OneDriver }) {
  const [open, setOpen] = useState<(typeof photoNames)[number]>()
  const fileOf = (name: (typeof photoNames)[number]) =>
    driver.photos.find(({ kind }) => kind === DRIVER_PHOTOS[name])
  const opened = open && fileOf(open)
  return (
    <div className="grid gap-5">
      {photoNames.map((name) => {
        const file = fileOf(name)
        const label = driverPhotoLabels[name]()
        return (
          <figure key={name} className="min-w-0">
            <figcaption className="mb-1 font-semibold">{label}</figcaption>
            {repeats
              .filter(({ photo }) => photo === DRIVER_PHOTOS[name])
              .map((repeat) => (
                <Repeat key={`${repeat.of} ${repeat.driver?._id}`} repeat={repeat} />
              ))}
            {file ? (
              <button
                type="button"
                aria-label={m.admin_driver_photo_larger({ photo: label })}
                onClick={() => setOpen(name)}
                className="block w-full cursor-zoom-in"
              >
                <PrivatePicture file={file} alt={label} className="w-full rounded-md" />
              </button>
            ) : (
              <p className="text-soft">{m.admin_driver_photo_gone()}</p>
            )}
          </figure>
        )
      })}
      <WhenOpen open={open !== undefined}>
        {open && opened && (
          <PhotoDialog file={opened} name={driverPhotoLabels[open]()} onClose={() => setOpen(undefined)} />
        )}
      </WhenOpen>
    </div>
  )
}

const labelsOfKinds = {
  licence_front: driverPhotoLabels.licenceFront,
  licence_back: driverPhotoLabels.licenceBack,
  identity_front: driverPhotoLabels.identityFront,
}

/** Says where a photo was sent before, for another person or for another paper of this one. */
function Repeat({ repeat: { of, driver } }: { repeat: OneDriver['repeats'][number] }) {
  const position = labelsOfKinds[of]()
  return (
    <div className="mb-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      <p className="flex gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        {driver
          ? m.admin_driver_photo_of_another({ position, name: driver.fullName })
          : m.condition_photo_repeats_report({ position })}
      </p>
      {driver && (
        <Link
          to={links.driver(driver._id)}
          className="inline-flex min-h-11 items-center pl-7 underline underline-offset-4"
        >
          {m.admin_driver_see_other_papers()}
        </Link>
      )}
    </div>
  )
}
