import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { nairobiDay, showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../bookings/form-dialog.tsx'
import { blockCar } from './use-block.ts'

export type ChosenBlock = { carId: string; carName: string; span: CalendarSpan }

/** What keeps a car off the road, and the way to put it back; that can be undone for a while. */
export function BlockDialog({ chosen, onClose }: { chosen: ChosenBlock | undefined; onClose: () => void }) {
  const [last, setLast] = useState(chosen)
  const { revalidate } = useRevalidator()
  if (chosen && chosen !== last) setLast(chosen)
  if (!last) return null
  const { carId, carName, span } = last
  async function remove(): Promise<string | undefined> {
    try {
      const { message } = await call('POST /api/admin/block/:blockId/remove', {
        params: { blockId: span._id },
      })
      toast.undoable(message, () => void restore())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'not_found') return error.message
      toast.error('Someone else changed this. You see it now as it is.')
    }
    await revalidate()
    return undefined
  }
  async function restore() {
    try {
      await blockCar(carId, asWish(span))
      toast.success('The block is back')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : 'Error connecting to server')
    }
    await revalidate()
  }
  return (
    <FormDialog
      open={chosen !== undefined}
      title={`${carName} is blocked`}
      explains={`${showInstant(span.startsAt)} to ${showInstant(span.endsAt)}`}
      yes="Remove block"
      danger
      wrong={false}
      onSend={remove}
      onClose={onClose}
    >
      {() => <p className="text-lg">{span.label}</p>}
    </FormDialog>
  )
}

function asWish({ startsAt, endsAt, label }: CalendarSpan) {
  return {
    startDate: nairobiDay(new Date(startsAt)),
    startTime: showInstant(startsAt).slice(-5),
    endDate: nairobiDay(new Date(endsAt)),
    endTime: showInstant(endsAt).slice(-5),
    reason: label,
  }
}
