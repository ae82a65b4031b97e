import { signOut } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { ExternalLink } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { links, siteLinks } from './links.ts'
import { SectionLinks, type Worker } from './section-links.tsx'
import { useCurrentInSight } from './use-current-in-sight.ts'

/** The back office's navigation at the side of large screens. */
export function SideNavigation({ person }: { person: Worker }) {
  const bar = useCurrentInSight<HTMLElement>(useLocation().pathname)
  return (
    <header className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-card px-4 py-5 lg:flex no-print">
      <Link to={links.today} aria-label="Twende, console" className="mb-1 w-fit rounded-sm px-3 py-2">
        <Logo className="h-7 w-auto" />
      </Link>
      <p className="mb-5 px-3 text-sm font-semibold text-soft">Console</p>
      <nav ref={bar} aria-label="Console" className="min-h-0 flex-1 overflow-y-auto">
        <SectionLinks person={person} />
      </nav>
      <PersonAtWork person={person} />
    </header>
  )
}

/** Who is signed in, the way to the site, and the way out. */
export function PersonAtWork({ person }: { person: Worker }) {
  return (
    <div className="mt-4 grid gap-1 border-t border-line pt-4">
      <p className="px-3 pb-2 leading-tight">
        <span className="block truncate font-semibold">{person.name}</span>
        <span className="text-sm text-soft">{person.role === 'admin' ? 'Admin' : 'Staff'}</span>
      </p>
      <a
        href={siteLinks.home}
        className="flex min-h-11 items-center gap-3 rounded-md px-3 font-medium hover:bg-sand"
      >
        <ExternalLink aria-hidden="true" className="size-5" />
        To the site
      </a>
      <Button variant="secondary" size="sm" wide onClick={leave}>
        Logout
      </Button>
    </div>
  )
}

/** Logout: as on the site, the home page comes next. */
function leave() {
  signOut()
  window.location.assign(siteLinks.home)
}
