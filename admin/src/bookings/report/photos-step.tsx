import { positionLabels, repeatWords } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  GUIDED_POSITIONS,
  type GuidedPosition,
  type PhotoPosition,
} from '@twende/contract/bookings/condition/condition-report.ts'
import type { AdditionalDrivers } from '@twende/contract/drivers/additional-drivers.ts'
import { listText } from '@twende/contract/list-text.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { NewPhoto } from '@twende/ui/pictures/new-photo.tsx'
import { PICTURE_TYPES } from '@twende/ui/pictures/shrink-picture.ts'
import { Camera, Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import type { DraftPhoto } from './report-draft.ts'
import { ReportDeposit, ReportPayment } from './report-money.tsx'
import { earlierPhotos, loadPhoto } from './report-store.ts'
import type { OpenReport } from './use-report.ts'

type Shot = { position: PhotoPosition; markId?: string }

/** An input that opens the camera, and what opens it. */
export function useTakePhoto(report: OpenReport, { position, markId }: Shot) {
  const camera = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={camera}
      type="file"
      accept={PICTURE_TYPES}
      capture="environment"
      aria-label={positionLabels[position]()}
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // The same file may be chosen again after it was removed.
        if (file) void report.takePhoto(file, position, markId ?? null)
        target.value = ''
      }}
    />
  )
  return { input, take: () => camera.current?.click() }
}

/** Eight photos in the order of a walk around the car; at a return, each beside that of the handover. */
export function PhotosStep({ report }: { report: OpenReport }) {
  const { draft, problem } = report
  const isReturn = draft.kind === 'return'
  return (
    <div className="grid gap-4">
      {draft.basis.carIsOut && (
        <p className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">{m.admin_report_car_out()}</p>
      )}
      {draft.booking.lacksDriver && (
        <p className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          {draft.booking.papersToCheck?.length
            ? m.admin_report_papers_to_check({ names: listText(draft.booking.papersToCheck, 'conjunction') })
            : m.admin_report_driver_missing()}{' '}
          <Link
            to={links.booking(draft.bookingId)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {m.admin_report_driver_link()}
          </Link>
        </p>
      )}
      {!isReturn && <ReportPayment report={report} />}
      {draft.booking.additional && <AdditionalDriversNote {...draft.booking.additional} />}
      <ReportDeposit report={report} />
      {!isReturn && <LicencesToCompare drivers={draft.booking.drivers ?? []} />}
      <p className="text-soft">{isReturn ? m.admin_report_photos_return() : m.admin_report_photos_hint()}</p>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      <ol className={isReturn ? 'grid gap-4 sm:grid-cols-2' : 'grid grid-cols-2 gap-3 sm:grid-cols-4'}>
        {[...GUIDED_POSITIONS, 'dashboard' as const, 'interior' as const].map((position) => (
          <li key={position} className="min-w-0">
            <PhotoTile report={report} position={position} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The numbers of the checked papers, which staff compares with the cards in the yard. */
function LicencesToCompare({ drivers }: { drivers: readonly { fullName: string; licenceNumber: string }[] }) {
  if (drivers.length === 0) return null
  return (
    <ul className="text-soft">
      {drivers.map(({ fullName, licenceNumber }) => (
        <li key={licenceNumber}>
          {m.admin_bookings_compare_licence({ name: fullName, number: licenceNumber })}
        </li>
      ))}
    </ul>
  )
}

/** Who drives besides the customer: how many are booked and approved, and what more of them cost. */
function AdditionalDriversNote({ booked, approved, unbooked, price }: AdditionalDrivers) {
  return (
    <>
      {booked > 0 && <p>{m.admin_driver_panel_additional({ count: booked, approved })}</p>}
      {unbooked > 0 && (
        <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
          {m.admin_report_drivers_unbooked({ count: unbooked, price: showKsh(price) })}
        </p>
      )}
    </>
  )
}

type TileProps = { report: OpenReport; position: GuidedPosition | 'interior' | 'dashboard' }

function PhotoTile({ report, position }: TileProps) {
  const { draft, addresses } = report
  const photo = draft.photos.find((one) => one.position === position)
  const address = photo && addresses.get(photo.id)
  const earlier = earlierPhotos(draft).find((one) => one.position === position)
  const { input, take } = useTakePhoto(report, { position })
  const name = positionLabels[position]()
  const isOptional = position === 'interior' || position === 'dashboard'
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-1 text-sm font-semibold">
        {photo && !photo.problem && <Check aria-hidden="true" className="size-4 shrink-0 text-acacia" />}
        <span>{name}</span>
        {isOptional && <span className="font-normal text-soft">{m.common_optional()}</span>}
      </p>
      <div className={draft.kind === 'return' ? 'grid grid-cols-2 gap-2' : undefined}>
        {draft.kind === 'return' && <EarlierPhoto photoId={earlier?._id} name={name} />}
        {input}
        <button
          type="button"
          onClick={take}
          className="relative grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-md border border-dashed border-edge bg-card text-soft hover:border-ink"
        >
          {address ? (
            <NewPhoto
              src={address}
              alt={m.admin_report_photo_taken({ position: name })}
              className="size-full object-cover"
            />
          ) : (
            <Camera aria-hidden="true" className="size-7" />
          )}
          <span className={address ? 'sr-only' : 'absolute bottom-1 text-xs font-semibold'}>
            {photo ? m.admin_report_take_again({ position: name }) : m.admin_report_take()}
          </span>
        </button>
      </div>
      <PhotoProblem photo={photo} />
    </div>
  )
}

function PhotoProblem({ photo }: { photo: DraftPhoto | undefined }) {
  if (photo?.problem) return <FieldError>{photo.problem}</FieldError>
  if (!photo?.repeats) return null
  return (
    <FieldError>
      {repeatWords(photo.repeats)} {m.admin_report_repeats_hint()}
    </FieldError>
  )
}

/** A photo of the handover, from the device. */
function EarlierPhoto({ photoId, name }: { photoId: string | undefined; name: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!photoId) return
    let made: string | undefined
    let isGone = false
    // The photos of the handover are brought to the device while the page is already open.
    const look = async (tries: number): Promise<void> => {
      const photo = await loadPhoto(photoId)
      if (isGone) return
      if (photo) {
        made = URL.createObjectURL(photo)
        setAddress(made)
      } else if (tries > 0) {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        await look(tries - 1)
      }
    }
    void look(30)
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [photoId])
  return (
    <div className="relative grid aspect-[4/3] place-items-center overflow-hidden rounded-md bg-sand text-sm text-soft">
      {address ? (
        <img
          src={address}
          alt={m.admin_report_photo_before({ position: name })}
          className="size-full object-cover"
        />
      ) : (
        <span className="p-2 text-center text-xs">
          {photoId ? m.admin_report_before_missing() : m.admin_report_before_none()}
        </span>
      )}
      <span className="absolute left-1 top-1 rounded-sm bg-paper px-1.5 text-xs font-semibold text-ink">
        {m.condition_before()}
      </span>
    </div>
  )
}

type ClosePhotosProps = { report: OpenReport; markId: string; children?: ReactNode }

/** Photos of one mark from near. */
export function ClosePhotos({ report, markId }: ClosePhotosProps) {
  const { draft, addresses, removePhoto, problem, working } = report
  const { input, take } = useTakePhoto(report, { position: 'damage', markId })
  const photos = draft.photos.filter((photo) => photo.markId === markId)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {photos.map((photo, at) => (
          <button
            key={photo.id}
            type="button"
            onClick={() => removePhoto(photo.id)}
            aria-label={m.admin_report_remove_photo({ number: at + 1 })}
            className="relative size-16 overflow-hidden rounded-md border border-edge"
          >
            <NewPhoto src={addresses.get(photo.id)} alt="" className="size-full object-cover" />
            {(photo.problem || photo.repeats) && (
              <CircleAlert aria-hidden="true" className="absolute right-0 top-0 size-5 text-clay" />
            )}
          </button>
        ))}
        {input}
        <Button
          variant="secondary"
          size="sm"
          pending={working}
          icon={<Camera aria-hidden="true" className="size-5" />}
          onClick={take}
        >
          {m.admin_report_close_photo()}
        </Button>
      </div>
      <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
    </div>
  )
}
