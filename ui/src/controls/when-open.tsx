import { type ReactNode, Suspense, useState } from 'react'

/** Keeps a lazily imported dialog out of the page until it is first opened, then lets it close by its own motion. */
export function WhenOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null
}
