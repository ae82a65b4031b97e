import { fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import {
  equipmentLabels,
  markName,
  positionLabels,
  repeatWords,
} from '@twende/contract/bookings/condition/condition-labels.ts'
import { GUIDED_POSITIONS, type PhotoPosition } from '@twende/contract/bookings/condition/condition-report.ts'
import type { ConditionReport } from '@twende/contract/bookings/condition/condition-routes.ts'
import {
  SIGNATURE_SIZE,
  type Signature,
  signaturePath,
} from '@twende/contract/bookings/condition/signature.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { CarDrawing } from '@twende/ui/bookings/car-drawing.tsx'
import { Facts } from '@twende/ui/controls/facts.tsx'
import { useEffect, useState } from 'react'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { type Reports, ReturnChargeList } from './return-charges.tsx'

/** The car before and after: photos, marks, kilometres, fuel, and what was charged. */
export function ConditionSection({ booking }: BookingSectionProps) {
  const { _id: bookingId, status } = booking
  const [reports, setReports] = useState<Reports>()
  const [isMissing, setMissing] = useState(false)
  const [round, setRound] = useState(0)
  const wasOut = status === 'active' || status === 'completed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again after a charge was disputed
  useEffect(() => {
    if (!wasOut) return
    const aborter = new AbortController()
    call('GET /api/booking/:bookingId/condition', { params: { bookingId } }, { signal: aborter.signal }).then(
      ({ data }) => setReports(data),
      () => aborter.signal.aborted || setMissing(true),
    )
    return () => aborter.abort()
  }, [bookingId, wasOut, round])
  if (isMissing) {
    return (
      <BookingSection title={m.condition_section_title()}>
        <p className="text-soft">{m.condition_section_failed()}</p>
      </BookingSection>
    )
  }
  if (!reports?.handover && !reports?.return) return null
  return (
    <BookingSection title={m.condition_section_title()}>
      <div className="grid gap-6">
        <Photos before={reports.handover} after={reports.return} />
        <div className="grid gap-6 sm:grid-cols-2">
          {reports.handover && <Report title={m.condition_before()} report={reports.handover} />}
          {reports.return && <Report title={m.condition_after()} report={reports.return} />}
        </div>
        <ReturnChargeList
          booking={booking}
          reports={reports}
          showPhotos={(of) => <ChargePhotos reports={reports} {...of} />}
          onDisputed={() => setRound((round) => round + 1)}
        />
      </div>
    </BookingSection>
  )
}

const SHOWN: readonly PhotoPosition[] = [...GUIDED_POSITIONS, 'interior', 'dashboard']

type Pair = { before: ConditionReport | null; after: ConditionReport | null }

/** Photos of the same position beside each other. */
function Photos({ before, after }: Pair) {
  const [open, setOpen] = useState<PhotoPosition>('front')
  const shown = SHOWN.filter((position) => photoOf(before, position) || photoOf(after, position))
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        {before && <Shown title={m.condition_before()} report={before} position={open} />}
        {after && <Shown title={m.condition_after()} report={after} position={open} />}
      </div>
      <ul className="flex flex-wrap gap-2">
        {shown.map((position) => (
          <li key={position}>
            <button
              type="button"
              aria-pressed={open === position}
              onClick={() => setOpen(position)}
              className={`min-h-11 rounded-md border px-3 text-sm ${open === position ? 'border-acacia bg-acacia-tint' : 'border-edge bg-card'}`}
            >
              {positionLabels[position]()}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function photoOf(report: ConditionReport | null, position: PhotoPosition) {
  return report?.photos.find((photo) => photo.position === position)
}

function Shown({
  title,
  report,
  position,
}: {
  title: string
  report: ConditionReport
  position: PhotoPosition
}) {
  const photo = photoOf(report, position)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-soft">{title}</figcaption>
      {photo && (
        <PrivatePicture
          file={photo.file}
          alt={m.condition_photo_alt({ report: title, position: positionLabels[position]() })}
          className="w-full rounded-md"
        />
      )}
      {photo?.repeats && <p className="mt-1 text-sm text-clay-deep">{repeatWords(photo.repeats)}</p>}
    </figure>
  )
}

function Report({ title, report }: { title: string; report: ConditionReport }) {
  const { km, fuel, note, marks, equipment, signature, signerName, signedAt } = report
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-lg">{title}</h3>
      <Facts
        rows={[
          [m.condition_km(), km.toLocaleString('en-GB')],
          [m.condition_fuel(), fuelLabel(fuel)],
          [m.condition_equipment(), equipment.map((item) => equipmentLabels[item]()).join(', ')],
          [m.condition_note(), note],
          [m.condition_signed(), `${signerName} ${showInstant(signedAt)}`.trim()],
        ]}
      />
      <CarDrawing marks={marks} className="w-full" />
      <ol className="grid gap-1">
        {marks.map((mark) => (
          <li key={mark.id}>
            {markName(mark)}
            {mark.note && `: ${mark.note}`}{' '}
            <span className="text-sm text-soft">
              {mark.isNew ? m.condition_mark_new() : m.condition_mark_earlier()}
            </span>
            <ClosePhotos report={report} markId={mark.id} />
          </li>
        ))}
      </ol>
      {signature && <SignatureView signature={signature} label={m.condition_signature()} />}
    </section>
  )
}

function ClosePhotos({ report, markId }: { report: ConditionReport; markId: string }) {
  const photos = report.photos.filter((photo) => photo.markId === markId)
  return photos.map((photo) => (
    <div key={photo._id}>
      <PrivatePicture file={photo.file} alt={positionLabels.damage()} className="w-full rounded-md" />
      {photo.repeats && <p className="mt-1 text-sm text-clay-deep">{repeatWords(photo.repeats)}</p>}
    </div>
  ))
}

type ChargePhotosProps = {
  reports: Reports
  position?: PhotoPosition | undefined
  markId: string | null
}

/** The photos of the same place before and after, and those of the mark from near. */
function ChargePhotos({ reports: { handover, return: after }, position, markId }: ChargePhotosProps) {
  const hasPosition = position && photoOf(after, position)
  return (
    <>
      {hasPosition && (
        <div className="grid grid-cols-2 gap-3">
          {handover && photoOf(handover, position) && (
            <Shown title={m.condition_before()} report={handover} position={position} />
          )}
          {after && <Shown title={m.condition_after()} report={after} position={position} />}
        </div>
      )}
      {after && markId && <ClosePhotos report={after} markId={markId} />}
    </>
  )
}

/** A signature as it was drawn. */
function SignatureView({ signature, label }: { signature: Signature; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIGNATURE_SIZE.width} ${SIGNATURE_SIZE.height}`}
      className="w-full"
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={signaturePath(signature)} />
    </svg>
  )
}
