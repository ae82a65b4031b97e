import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import type { AdminKeptPart } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { reachWords } from '../../frame/reach-words.ts'
import { DisputePart } from '../dispute-part.tsx'
import type { Act } from '../use-booking-action.ts'

const ReasonDialog = lazyWithRetry(() =>
  import('../../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const RELEASE = 'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release'

type KeptPartsProps = { bookingId: string; deposit: AdminDeposit; act: Act }

/** What was kept of a deposit, each part with its reason and photos; one that was kept by mistake is released. */
export function KeptParts({ bookingId, deposit, act }: KeptPartsProps) {
  const [releasing, setReleasing] = useState<AdminKeptPart>()
  const [isOpen, setOpen] = useState(false)
  if (deposit.kept.length === 0) return null
  return (
    <>
      <ul className="mt-4 grid gap-4">
        {deposit.kept.map((part) => (
          <li key={part._id} className="grid gap-2 rounded-md border border-line p-3">
            <Part part={part} />
            {part.dispute && (
              <DisputePart
                bookingId={bookingId}
                item={{
                  of: { keptPart: part._id },
                  label: keepReasonLabels[part.reason](),
                  isSettled: deposit.settledBy !== null,
                }}
                dispute={part.dispute}
                reach={deposit.reach}
                act={act}
              />
            )}
            {part.released < part.amount && part.dispute?.decision !== null && (
              <div>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    setReleasing(part)
                    setOpen(true)
                  }}
                >
                  {m.admin_deposit_release_button()}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {releasing && (
        <WhenOpen open={isOpen}>
          <ReleaseDialog
            key={releasing._id}
            bookingId={bookingId}
            part={releasing}
            reach={deposit.reach}
            isSettled={deposit.settledBy !== null}
            act={act}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </WhenOpen>
      )}
    </>
  )
}

function Part({ part }: { part: AdminKeptPart }) {
  const { amount, released, reason, words, by, at, releasedBy, releaseReason, photos, dispute } = part
  const label = keepReasonLabels[reason]()
  return (
    <>
      <p className="figures flex justify-between gap-3 font-medium">
        <span>{label}</span>
        <span className={classes('shrink-0', released === amount && 'line-through')}>{showKsh(amount)}</span>
      </p>
      {words && <p className="break-words whitespace-pre-line">{words}</p>}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {photos.map((file) => (
          <li key={file._id}>
            <PrivatePicture
              file={file}
              small
              alt={m.admin_deposit_kept_photo({ reason: label })}
              className="h-24 w-32 rounded-md object-cover"
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">{m.admin_deposit_kept_by({ name: by, time: showInstant(at) })}</p>
      {released > 0 && (
        <p className="text-sm">
          {m.admin_deposit_released({ amount: showKsh(released), name: releasedBy ?? '' })}
        </p>
      )}
      {releaseReason && releaseReason !== dispute?.answer && (
        <p className="text-sm break-words whitespace-pre-line text-soft">{releaseReason}</p>
      )}
    </>
  )
}

type ReleaseDialogProps = {
  bookingId: string
  part: AdminKeptPart
  reach: AdminDeposit['reach']
  /** Whether the rest of the deposit went back already. */
  isSettled: boolean
  act: Act
  open: boolean
  onClose: () => void
}

function ReleaseDialog({ bookingId, part, reach, isSettled, act, ...dialog }: ReleaseDialogProps) {
  const amount = showKsh(part.amount - part.released)
  const params = { bookingId, partId: part._id }
  return (
    <ReasonDialog
      {...dialog}
      title={m.admin_deposit_release_title({ amount })}
      explains={
        <>
          {isSettled
            ? m.admin_deposit_release_text_settled({ amount })
            : m.admin_deposit_release_text({ amount })}{' '}
          {part.reason === 'owed' && m.admin_deposit_release_text_owed({ amount })} {reachWords(reach)}
        </>
      }
      yes={m.admin_deposit_release_button()}
      text={{ label: m.admin_deposit_release_reason(), required: true }}
      schema={depositRoutes[RELEASE].body}
      onDecide={(reason) => act(() => call(RELEASE, { params, body: { reason } }))}
    />
  )
}
