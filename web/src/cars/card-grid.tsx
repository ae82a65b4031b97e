import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { type ReactNode, useState } from 'react'

type CardGridProps<Vehicle> = {
  vehicles: readonly Vehicle[]
  /** How many cards may be on the first screen: their pictures load at once. */
  priorityCount?: number | undefined
  card: (vehicle: Vehicle, place: { priority: boolean; onQuickView: () => void }) => ReactNode
  /** A dialog, imported lazily. */
  quickView: (vehicle: Vehicle, dialog: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode
}

/** Cards of vehicles with their quick view. */
export function CardGrid<Vehicle extends { _id: string }>(props: CardGridProps<Vehicle>) {
  const { vehicles, priorityCount = 2, card, quickView } = props
  const [viewed, setViewed] = useState<Vehicle>()
  const [open, setOpen] = useState(false)
  const view = (vehicle: Vehicle) => {
    setViewed(vehicle)
    setOpen(true)
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {vehicles.map((vehicle, at) => (
          <li key={vehicle._id}>
            {card(vehicle, { priority: at < priorityCount, onQuickView: () => view(vehicle) })}
          </li>
        ))}
      </ul>
      <WhenOpen open={open}>{viewed && quickView(viewed, { open, onOpenChange: setOpen })}</WhenOpen>
    </>
  )
}
