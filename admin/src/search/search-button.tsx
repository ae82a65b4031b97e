import { m } from '@twende/messages'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import type { Worker } from '../frame/rights.tsx'
import { Key } from '../list/shortcuts.tsx'

const CommandPalette = lazyWithRetry(() =>
  import('./command-palette.tsx').then((module) => module.CommandPalette),
)

type SearchHostProps = { person: Worker; open: boolean; onOpenChange: (open: boolean) => void }

/** The search of everything; Ctrl+K (Cmd+K on a Mac) opens and closes it from anywhere. */
export function SearchHost({ person, open, onOpenChange }: SearchHostProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      onOpenChange(!open)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open, onOpenChange])
  return (
    <WhenOpen open={open}>
      <CommandPalette open={open} onOpenChange={onOpenChange} person={person} />
    </WhenOpen>
  )
}

export function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
      className="mb-2 flex min-h-11 w-full items-center gap-3 rounded-md border border-line bg-paper px-3 text-soft hover:border-ink hover:text-ink lg:pointer-fine:min-h-9"
    >
      <Search aria-hidden="true" className="size-5" />
      <span className="flex-1 text-left">{m.admin_search_button()}</span>
      <span aria-hidden="true" className="hidden gap-1 lg:flex">
        <Key>Ctrl</Key>
        <Key>K</Key>
      </span>
    </button>
  )
}
