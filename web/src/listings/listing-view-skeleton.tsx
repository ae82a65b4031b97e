import { Container } from '@twende/ui/controls/layout.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** A car for sale that is still on its way, in the page's own measures. */
export function ListingSkeleton() {
  return (
    <Container className="py-6 lg:py-10">
      <h1 className="sr-only">Vehicle details</h1>
      <LoadingNote>Loading vehicle details</LoadingNote>
      <Skeleton className="h-11 w-44" />
      <div aria-busy="true" className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div>
          <Skeleton className="aspect-[3/2] rounded-lg" />
          <div className="mt-3 grid grid-cols-4 gap-3">
            {['a', 'b', 'c', 'd'].map((thumbnail) => (
              <Skeleton key={thumbnail} className="aspect-[3/2] rounded-md" />
            ))}
          </div>
        </div>
        <div>
          <Skeleton className="h-6 w-44" />
          <Skeleton className="mt-4 h-14 w-2/3" />
          <Skeleton className="mt-4 h-6 w-5/6" />
          <Skeleton className="mt-6 h-14 w-44" />
          <Skeleton className="mt-6 h-[34rem] rounded-lg" />
        </div>
      </div>
    </Container>
  )
}
