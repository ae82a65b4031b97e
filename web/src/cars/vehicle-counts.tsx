import type { ReactNode } from 'react'

type VehicleCountsProps = { icon: ReactNode; all: number; allWords: string; available: number }

/** How many there are and how many of them can be had. */
export function VehicleCounts({ icon, all, allWords, available }: VehicleCountsProps) {
  return (
    <p className="flex items-center gap-2 [&_svg]:size-5 [&_svg]:text-acacia">
      {icon}
      <span>
        <span className="figures font-semibold text-ink">{all}</span> {allWords},{' '}
        <span className="figures font-semibold text-ink">{available}</span> available
      </span>
    </p>
  )
}
