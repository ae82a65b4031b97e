import { NotFound } from './admin-states.tsx'
import { pageTitle } from './page-title.ts'

export const meta = () => pageTitle('Page not found')

/** An address under /admin that leads nowhere. */
export default function NotFoundPage() {
  return <NotFound />
}
