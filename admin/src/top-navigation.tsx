import { IconButton } from '@twende/ui/controls/button.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { links } from './links.ts'
import { SectionLinks, type Worker } from './section-links.tsx'
import { PersonAtWork } from './side-navigation.tsx'

const Sheet = later(() => import('@twende/ui/controls/dialog.tsx').then((module) => module.Sheet))

/** The back office's bar on phones and tablets, with the navigation behind its menu. */
export function TopNavigation({ person }: { person: Worker }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-3 border-b border-line bg-card px-4 sm:px-6 lg:hidden no-print">
      <Link to={links.today} aria-label="Twende, console" className="rounded-sm py-2">
        <Logo className="h-7 w-auto" />
      </Link>
      <p className="border-l border-line pl-3 text-sm font-semibold text-soft">Console</p>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="ml-auto"
      >
        <Menu aria-hidden="true" className="size-6" />
      </IconButton>
      <WhenOpen open={open}>
        <Sheet open={open} onOpenChange={setOpen} title="Console">
          <nav aria-label="Console">
            <SectionLinks person={person} onFollow={close} />
          </nav>
          <PersonAtWork person={person} />
        </Sheet>
      </WhenOpen>
    </header>
  )
}
