import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { isDay, nairobiDay, nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { newKey } from '@twende/ui/form/new-key.ts'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { links } from '../links.ts'
import type { Stretch } from './day-cells.ts'

const ROUTE = 'POST /api/admin/car/:carId/block'

export type ChosenBlock = { carId: string; carName: string; span: CalendarSpan }

/** What keeps a car off the road, and the way to put it back; that can be undone for a while. */
export function BlockDialog({ chosen, onClose }: { chosen: ChosenBlock | undefined; onClose: () => void }) {
  const [last, setLast] = useState(chosen)
  const { revalidate } = useRevalidator()
  const form = useAppForm({ defaultValues: {}, onSubmit: async () => last && remove(last) })
  if (chosen && chosen !== last) setLast(chosen)
  if (!last) return null
  const { carName, span } = last
  if (span.imported) return <ImportedBlock {...last} open={chosen !== undefined} onClose={onClose} />
  async function remove({ carId, span }: ChosenBlock) {
    try {
      const { message } = await call('POST /api/admin/block/:blockId/remove', {
        params: { blockId: span._id },
      })
      toast.undoable(message, () => void restore(carId, span))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      toast.error(m.admin_common_changed_by_other())
    }
    await revalidate()
  }
  async function restore(carId: string, span: CalendarSpan) {
    try {
      await blockCar(carId, blockOf(span))
      toast.success(m.admin_calendar_block_restored())
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : m.admin_common_unreachable())
    }
    await revalidate()
  }
  return (
    <FormDialog
      form={form}
      open={chosen !== undefined}
      title={m.admin_calendar_block_title({ car: carName })}
      explains={m.admin_calendar_period({ from: showInstant(span.startsAt), to: showInstant(span.endsAt) })}
      yes={m.admin_calendar_block_remove()}
      danger
      onClose={onClose}
    >
      <p className="text-lg">{span.label}</p>
    </FormDialog>
  )
}

type ImportedBlockProps = ChosenBlock & { open: boolean; onClose: () => void }

/** A block that only the calendar of another program removes. */
function ImportedBlock({ carId, carName, span, open, onClose }: ImportedBlockProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={m.admin_calendar_block_title({ car: carName })}
      description={m.admin_calendar_period({
        from: showInstant(span.startsAt),
        to: showInstant(span.endsAt),
      })}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.common_back()}
          </Button>
          <LinkButton to={links.carCalendars(carId)}>{m.admin_calendar_block_imported_link()}</LinkButton>
        </>
      }
    >
      <p>{m.admin_calendar_block_imported({ name: span.label })}</p>
    </Dialog>
  )
}

function blockOf({ startsAt, endsAt, label }: CalendarSpan) {
  return {
    startDate: nairobiDay(new Date(startsAt)),
    startTime: showInstant(startsAt).slice(-5),
    endDate: nairobiDay(new Date(endsAt)),
    endTime: showInstant(endsAt).slice(-5),
    reason: label,
  }
}

export type BlockInput = Stretch & { reason: string }

/** The form of a block that is being made. */
export function useBlockForm(carId: string, stretch: Stretch, onBlocked: () => Promise<void>) {
  const attempt = useAttemptKey()
  return useAppForm<BlockInput>({
    defaultValues: { ...stretch, reason: '' },
    schema: adminBookingRoutes[ROUTE].body,
    check: (typed) => ({ endDate: endsTooEarly(typed) ? m.admin_calendar_end_wrong() : undefined }),
    onSubmit: async (body) => {
      const { message } = await blockCar(carId, body, attempt.keyOf(body))
      toast.success(message)
      await onBlocked()
    },
  })
}

function endsTooEarly({ startDate, startTime, endDate, endTime }: Stretch): boolean {
  if (!isDay(startDate) || !isDay(endDate)) return true
  return nairobiInstant(startDate, startTime) >= nairobiInstant(endDate, endTime)
}

export function blockCar(carId: string, body: BlockInput, idempotencyKey = newKey()) {
  return call(ROUTE, { params: { carId }, body }, { idempotencyKey })
}
