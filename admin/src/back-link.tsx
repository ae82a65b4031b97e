import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** Leads from one thing back to the list it is in. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="mb-2 inline-flex min-h-11 items-center gap-2 font-semibold no-print">
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </Link>
  )
}
