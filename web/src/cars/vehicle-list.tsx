import { m } from '@twende/messages'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import type { ReactNode } from 'react'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** A list of vehicles that is still on its way: its controls and a page of cards. */
export function VehicleListSkeleton({ facts }: { facts?: 1 | 2 }) {
  return (
    <div aria-busy="true">
      <LoadingNote>{m.fleet_loading()}</LoadingNote>
      <Skeleton className="mt-3 h-7 w-72 max-w-full" />
      <div className="mt-8 grid grid-cols-[auto_minmax(0,1fr)] gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Skeleton className="col-span-2 h-12 rounded-md md:col-span-1" />
        <Skeleton className="h-12 w-29 rounded-md" />
        <Skeleton className="h-12 rounded-md" />
      </div>
      <Skeleton className="mt-6 h-6 w-40" />
      <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {CARDS.map((card) => (
          <CarCardSkeleton key={card} facts={facts ?? 1} />
        ))}
      </div>
    </div>
  )
}

/** A vehicle's card that is still on its way, in the card's own measures; `facts` is its lines of them. */
export function CarCardSkeleton({ facts = 1 }: { facts?: 1 | 2 }) {
  return (
    <div className="panel overflow-hidden">
      <Skeleton className="aspect-[3/2] rounded-none" />
      <div className="flex flex-col gap-2 p-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-5 w-5/6" />
        {facts === 2 && <Skeleton className="h-5 w-2/3" />}
        <Skeleton className="mt-2 h-7 w-28" />
        <div className="mt-1 grid grid-cols-2 gap-2">
          <Skeleton className="h-11 rounded-md" />
          <Skeleton className="h-11 rounded-md" />
        </div>
      </div>
    </div>
  )
}

type VehicleCountsProps = { icon: ReactNode; words: string }

/** How many there are and how many of them can be had. */
export function VehicleCounts({ icon, words }: VehicleCountsProps) {
  return (
    <p className="flex items-center gap-2 [&_svg]:size-5 [&_svg]:text-acacia">
      {icon}
      <span className="figures">{words}</span>
    </p>
  )
}
