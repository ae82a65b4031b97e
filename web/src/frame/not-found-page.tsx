import { m } from '@twende/messages'
import { data } from 'react-router'
import type { Route } from './+types/not-found-page'
import { NotFound } from './not-found.tsx'
import { pageMeta } from './page-meta.ts'

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: m.error_not_found_title(),
    description: m.error_not_found_description(),
    path: location.pathname,
    hidden: true,
    matches,
  })

export default function NotFoundPage() {
  return <NotFound />
}
