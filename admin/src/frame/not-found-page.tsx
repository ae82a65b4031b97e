import { m } from '@twende/messages'
import { NotFound } from './admin-states.tsx'
import { pageTitle } from './page.tsx'

export const meta = () => pageTitle(m.admin_common_not_found_title())

/** An address under /admin that leads nowhere. */
export default function NotFoundPage() {
  return <NotFound />
}
