import { classes } from '@twende/ui/controls/classes.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { type ReactNode, useState } from 'react'
import { CARD_CELL } from './vehicle-card.tsx'

type CardGridProps<Vehicle> = {
  vehicles: readonly Vehicle[]
  /** How many cards may be on the first screen: their pictures load at once. */
  priorityCount?: number | undefined
  /** At most four, in one or two whole rows. */
  four?: boolean | undefined
  card: (vehicle: Vehicle, place: { priority: boolean; onQuickView: () => void }) => ReactNode
  /** A dialog, imported lazily. */
  quickView: (vehicle: Vehicle, dialog: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode
}

/** Cards of vehicles with their quick view. */
export function CardGrid<Vehicle extends { _id: string }>(props: CardGridProps<Vehicle>) {
  const { vehicles, priorityCount = 2, four, card, quickView } = props
  const [viewed, setViewed] = useState<Vehicle>()
  const [open, setOpen] = useState(false)
  const view = (vehicle: Vehicle) => {
    setViewed(vehicle)
    setOpen(true)
  }
  return (
    <>
      <ul className={classes('grid gap-5 sm:grid-cols-2 xl:grid-cols-4', !four && 'lg:grid-cols-3')}>
        {vehicles.map((vehicle, at) => (
          <li key={vehicle._id} className={CARD_CELL}>
            {card(vehicle, { priority: at < priorityCount, onQuickView: () => view(vehicle) })}
          </li>
        ))}
      </ul>
      <WhenOpen open={open}>{viewed && quickView(viewed, { open, onOpenChange: setOpen })}</WhenOpen>
    </>
  )
}
