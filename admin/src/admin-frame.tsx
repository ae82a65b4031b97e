import { FreshProofs } from '@twende/ui/accounts/fresh-proofs.tsx'
import type { ReactNode } from 'react'
import type { Worker } from './section-links.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { TopNavigation } from './top-navigation.tsx'

/** What every page of the back office stands in: its navigation, and the place for the page. */
export function AdminFrame({ person, children }: { person: Worker; children: ReactNode }) {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <TopNavigation person={person} />
      <SideNavigation person={person} />
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        {children}
      </main>
      <FreshProofs />
    </div>
  )
}
