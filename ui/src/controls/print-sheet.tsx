import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useSettings } from '../api/settings.ts'

type PrintSheetProps = {
  /** What the sheet is, and the number of what is on it. */
  title: string
  number: string | number
  footer: ReactNode
  /** If given, the sheet is printed at once, and this is called afterwards. */
  onPrinted?: () => void
  children: ReactNode
}

/** One sheet of paper: invisible on screen, and alone on the page when it is printed. */
export function PrintSheet({ title, number, footer, onPrinted, children }: PrintSheetProps) {
  const { businessName } = useSettings()
  const print = useEffectEvent(() => {
    if (!onPrinted) return
    window.print()
    onPrinted()
  })
  useEffect(() => print(), [])
  return createPortal(
    <article className="print-sheet hidden print:block">
      <header className="flex items-end justify-between gap-6 border-b-2 border-ink pb-4">
        <p className="font-display text-3xl font-bold tracking-tight">{businessName}</p>
        <p className="text-right">
          {title}
          <strong className="figures block font-display text-3xl leading-none">{number}</strong>
        </p>
      </header>
      {children}
      <footer className="mt-8 border-t border-ink pt-3 text-sm">{footer}</footer>
    </article>,
    document.body,
  )
}

export function SheetRows({ children }: { children: ReactNode }) {
  return <dl className="figures mt-6 grid gap-1.5">{children}</dl>
}

export function SheetRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-4">
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
