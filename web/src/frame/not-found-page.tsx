import { data, redirectDocument } from 'react-router'
import { currentSession } from '../accounts/session.ts'
import type { Route } from './+types/not-found-page'
import { backOfficeIsHidden, isBackOffice } from './back-office.ts'
import { NotFound } from './not-found.tsx'
import { pageMeta } from './page-meta.ts'
import { worksHere } from './works-here.ts'

export const loader = () => data(null, { status: 404 })

/** Somebody who signed in during the visit, and works here: the back office comes with the next page. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const inside = isBackOffice(new URL(request.url).pathname)
  if (inside && backOfficeIsHidden() && worksHere(currentSession())) throw redirectDocument(request.url)
  return null
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: 'Page not found',
    description: 'This page does not exist.',
    path: location.pathname,
    hidden: true,
    matches,
  })

export default function NotFoundPage() {
  return <NotFound />
}
