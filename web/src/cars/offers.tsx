import { m } from '@twende/messages'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { type ReactNode, useId } from 'react'
import { recentLooks } from './recent-looks.ts'
import { CarCardSkeleton } from './vehicle-list.tsx'

const SHOWN = 4
const CARDS = ['a', 'b', 'c', 'd']

type OffersProps<Vehicle> = {
  kind: Parameters<typeof recentLooks>[0]
  /** Changes when other vehicles are wanted. */
  ask: string
  seenTitle: string
  othersTitle: string
  /** Those with these ids that can be had, or as many others. */
  load: (wanted: { ids?: string; limit: number }, signal: AbortSignal) => Promise<readonly Vehicle[]>
  children: (vehicles: readonly Vehicle[]) => ReactNode
}

/** Vehicles to go on with where none was chosen: those that were looked at last in this browser, and others. */
export function Offers<Vehicle extends { _id: string }>(props: OffersProps<Vehicle>) {
  const { kind, ask, seenTitle, othersTitle, load, children } = props
  const { answer } = useAnswer(ask, async (signal) => {
    const looks = recentLooks(kind)
    const [looked, most] = await Promise.all([
      // The others are enough where the seen ones cannot be had.
      looks.length > 0 ? load({ ids: looks.join(','), limit: SHOWN }, signal).catch(() => []) : [],
      load({ limit: SHOWN * 2 }, signal),
    ])
    const seen = looks.flatMap((id) => looked.find(({ _id }) => _id === id) ?? [])
    const others = most.filter(({ _id }) => !seen.some((one) => one._id === _id)).slice(0, SHOWN)
    return { seen, others }
  })
  if (answer.state === 'refused') return null
  if (answer.state === 'waiting') return <OffersSkeleton />
  const { seen, others } = answer.value
  return (
    <>
      {seen.length > 0 && <Row title={seenTitle}>{children(seen)}</Row>}
      {others.length > 0 && <Row title={othersTitle}>{children(others)}</Row>}
    </>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-5 text-2xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The place of the offers while they load. */
function OffersSkeleton() {
  return (
    <div aria-busy="true" className="mt-24 grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
      <LoadingNote>{m.fleet_loading()}</LoadingNote>
      {CARDS.map((card) => (
        <CarCardSkeleton key={card} />
      ))}
    </div>
  )
}
