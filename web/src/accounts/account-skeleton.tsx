import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'

const SECTIONS = ['You', 'Emails', 'Password']

/** The account page while it is on its way. */
export function AccountSkeleton() {
  return (
    <>
      <SectionHeading as="h1" title="My Account">
        <Skeleton className="h-7 w-72 max-w-full" />
      </SectionHeading>
      <div aria-hidden="true" className="mt-8 max-w-5xl">
        {SECTIONS.map((title) => (
          <div
            key={title}
            className="grid gap-5 border-t border-line py-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16"
          >
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-48" />
          </div>
        ))}
      </div>
    </>
  )
}
