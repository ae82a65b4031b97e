import './admin.css'
import { ApiError } from '@twende/contract/http/call.ts'
import { useEffect } from 'react'
import { data, Outlet, redirect, useRevalidator } from 'react-router'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { pageMeta } from '@twende/web/frame/page-meta.ts'
import { worksHere } from '@twende/ui/accounts/is-staff.ts'
import { links } from '@twende/web/links.ts'
import type { Route } from './+types/admin-page'
import { AdminFrame } from './admin-frame.tsx'

const nobody = () => data(null, { status: 404 })

/** Pages are drawn for a visitor, and to a visitor there is no back office. */
export const loader = () => {
  throw nobody()
}

/** The token that the server has agreed to. */
let admitted: string | undefined

export async function clientLoader() {
  const session = currentSession()
  if (!worksHere(session)) throw nobody()
  try {
    const { data: account } = await call('GET /api/user/me', {})
    if (account.role === 'user') throw nobody()
    if (account.role === 'admin' && (await lacksFactor())) throw redirect(links.account)
    admitted = session?.token
    return { name: account.name, role: account.role }
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) throw nobody()
    throw error
  }
}

/** Whether the server keeps everything here closed until this person has added a second factor. */
async function lacksFactor(): Promise<boolean> {
  const { required, app, passkeys } = (await call('GET /api/user/second-factors', {})).data
  return required && app === null && passkeys.length === 0
}

/** Who works here is asked once a visit. */
export const shouldRevalidate = () => currentSession()?.token !== admitted

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Console',
    description: 'Twende’s back office.',
    path: links.admin,
    hidden: true,
    matches,
  })

export default function AdminPage({ loaderData: person }: Route.ComponentProps) {
  const token = useSession()?.token
  const { revalidate } = useRevalidator()
  // Signed out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token !== admitted) void revalidate()
  }, [token, revalidate])
  return (
    <AdminFrame person={person}>
      <Outlet />
    </AdminFrame>
  )
}
