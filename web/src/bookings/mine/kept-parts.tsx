import type { KeptPart } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DisputePart } from './dispute-part.tsx'

type KeptPartsProps = { bookingId: string; kept: readonly KeptPart[]; onDisputed: () => void }

/** What was kept of a deposit: how much, why, and the photos of it; its customer may dispute it. Import it lazily. */
export function KeptParts({ bookingId, kept, onDisputed }: KeptPartsProps) {
  return (
    <ul className="mt-4 grid gap-5">
      {kept.map((part) => (
        <li key={part._id} className="grid gap-2">
          <Part part={part} />
          <Dispute bookingId={bookingId} part={part} onDisputed={onDisputed} />
        </li>
      ))}
    </ul>
  )
}

function Part({ part: { amount, released, reason, words, at, photos } }: { part: KeptPart }) {
  const label = keepReasonLabels[reason]()
  return (
    <>
      <p className="font-semibold">{m.deposit_section_kept({ amount: showKsh(amount), reason: label })}</p>
      <p className="text-sm text-soft">{showInstant(at)}</p>
      {words && <p className="whitespace-pre-line">{words}</p>}
      {released > 0 && <p>{m.deposit_section_kept_released({ amount: showKsh(released) })}</p>}
      <div className="grid grid-cols-2 gap-3 empty:hidden">
        {photos.map((file) => (
          <PrivatePicture
            key={file._id}
            file={file}
            alt={m.deposit_section_kept_photo({ reason: label })}
            className="w-full rounded-md"
          />
        ))}
      </div>
    </>
  )
}

type DisputeProps = { bookingId: string; part: KeptPart; onDisputed: () => void }

function Dispute({ bookingId, part, onDisputed }: DisputeProps) {
  const { _id: keptPart, reason, dispute, disputableUntil } = part
  const isOpen = disputableUntil !== null && serverNow() <= new Date(disputableUntil)
  const time = disputableUntil && showInstant(disputableUntil)
  return (
    <>
      {time && (
        <p className="text-sm text-soft">
          {isOpen ? m.kept_deposit_dispute_until({ time }) : m.kept_deposit_dispute_over({ time })}
        </p>
      )}
      <DisputePart
        bookingId={bookingId}
        of={{ keptPart }}
        label={keepReasonLabels[reason]()}
        dispute={dispute}
        isOpen={isOpen}
        onDisputed={onDisputed}
      />
    </>
  )
}
