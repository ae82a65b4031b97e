import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { links } from '../links.ts'

/** Who is at work, as the server answered. */
export type Worker = { name: string; role: Role; rights: readonly StaffRight[] }

/** What the person at work may open. Outside the frame, where a test shows one page, nothing is hidden; the server decides. */
export function useRights(): readonly StaffRight[] {
  return useRouteLoaderData<() => Worker>('admin')?.rights ?? STAFF_RIGHTS
}

type RightLinkProps = { right: StaffRight; to: string; className: string; children: ReactNode }

/** A link to a page that needs a right; to somebody without it, the same words without a link. */
export function RightLink({ right, to, className, children }: RightLinkProps) {
  if (!useRights().includes(right)) return <span>{children}</span>
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

/** What stands in the place of a page that somebody may not see. */
export function RightMissing() {
  return (
    <>
      <title>{m.admin_common_page_title({ title: m.admin_common_right_missing_title() })}</title>
      <EmptyState
        as="h1"
        icon={<Lock />}
        title={m.admin_common_right_missing_title()}
        action={<LinkButton to={links.today}>{m.admin_common_to_today()}</LinkButton>}
      >
        {m.admin_common_right_missing_text()}
      </EmptyState>
    </>
  )
}
