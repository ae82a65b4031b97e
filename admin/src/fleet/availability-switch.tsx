import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Offers a car for rent, or no longer; a toast takes it back. */
export function AvailabilitySwitch({ car }: { car: FleetCar }) {
  const [wished, setWished] = useState<boolean>()
  const { revalidate } = useRevalidator()
  const on = wished ?? car.available

  async function set(available: boolean, undone = false) {
    setWished(available)
    try {
      const body = { available, note: undone ? 'Undone at once' : '' }
      await call('POST /api/admin/car/:carId/availability', { params: { carId: car._id }, body })
      const words = `${car.name} ${available ? 'is offered for rent' : 'is no longer offered'}`
      if (undone) toast.info(words)
      else toast.undoable(words, () => void set(!available, true))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      await revalidate()
      setWished(undefined)
    }
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={`${car.name} is offered for rent`}
      aria-busy={wished !== undefined || undefined}
      onClick={() => wished === undefined && void set(!on)}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-semibold hover:bg-sand"
    >
      <span
        aria-hidden="true"
        className={classes(
          'inline-flex h-6 w-11 items-center rounded-full border p-0.5 transition-colors duration-150',
          on ? 'justify-end border-acacia bg-acacia' : 'justify-start border-edge bg-sand',
        )}
      >
        <span className={classes('size-4.5 rounded-full', on ? 'bg-paper' : 'bg-soft')} />
      </span>
      Offered
    </button>
  )
}
