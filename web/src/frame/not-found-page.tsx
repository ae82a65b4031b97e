import { CloudOff } from 'lucide-react'
import { data, redirectDocument, useLocation } from 'react-router'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import type { Route } from './+types/not-found-page'
import { backOfficeIsHidden, backOfficeIsLost, isBackOffice } from './back-office.ts'
import { NotFound } from './not-found.tsx'
import { pageMeta } from './page-meta.ts'
import { worksHere } from '@twende/ui/accounts/is-staff.ts'

export const loader = () => data(null, { status: 404 })

/** Somebody who signed in during the visit, and works here: the back office comes with the next page. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const inside = isBackOffice(new URL(request.url).pathname)
  if (inside && backOfficeIsHidden() && worksHere(currentSession())) throw redirectDocument(request.url)
  return null
}

const NOT_LOADED = 'This page could not be loaded'

function isLost({ pathname }: { pathname: string }): boolean {
  return backOfficeIsLost() && isBackOffice(pathname)
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: isLost(location) ? NOT_LOADED : 'Page not found',
    description: 'This page does not exist.',
    path: location.pathname,
    hidden: true,
    matches,
  })

export default function NotFoundPage() {
  const location = useLocation()
  if (!isLost(location)) return <NotFound />
  return (
    <EmptyState
      as="h1"
      icon={<CloudOff />}
      title={NOT_LOADED}
      action={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      Please check your connection.
    </EmptyState>
  )
}
