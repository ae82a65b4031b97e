import type { KeptPart } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'

/** What was kept of a deposit: how much, why, and the photos of it. Import it lazily. */
export function KeptParts({ kept }: { kept: readonly KeptPart[] }) {
  return (
    <ul className="mt-4 grid gap-5">
      {kept.map((part) => (
        <li key={part._id} className="grid gap-2">
          <Part part={part} />
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
      <p className="break-words whitespace-pre-line">{words}</p>
      {released > 0 && <p>{m.deposit_section_kept_released({ amount: showKsh(released) })}</p>}
      <div className="grid grid-cols-2 gap-3">
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
