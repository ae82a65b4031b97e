import { ApiError } from '@twende/contract/http/call.ts'
import { isStaff } from '@twende/ui/accounts/is-staff.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { useEffect } from 'react'
import { data, Outlet, redirectDocument, useRevalidator } from 'react-router'
import type { Route } from './+types/admin-page'
import { AdminFrame } from './admin-frame.tsx'
import { siteLinks } from './links.ts'
import { pageTitle } from './page-title.ts'

const loginNeeded = () => data(null, { status: 401 })
const noAccess = () => data(null, { status: 403 })

/** Runs before every loader, so that no page asks the API for what it would refuse. The server decides; this only spares requests. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    const session = currentSession()
    if (!session) throw loginNeeded()
    if (!isStaff(session)) throw noAccess()
  },
]

/** The token that the server has agreed to. */
let admitted: string | undefined

export async function clientLoader() {
  const token = currentSession()?.token
  try {
    const { data: account } = await call('GET /api/user/me', {})
    if (account.role === 'user') throw noAccess()
    if (account.role === 'admin' && (await lacksFactor())) throw redirectDocument(siteLinks.account)
    admitted = token
    return { name: account.name, role: account.role }
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500)
      throw error.code === 'not_signed_in' ? loginNeeded() : noAccess()
    throw error
  }
}

/** Whether the server keeps everything here closed until this person has added a second factor. */
async function lacksFactor(): Promise<boolean> {
  const { required, app, passkeys } = (await call('GET /api/user/second-factors', {})).data
  return required && app === null && passkeys.length === 0
}

/** Who is signed in is asked once a visit. */
export const shouldRevalidate = () => currentSession()?.token !== admitted

export const meta = () => pageTitle()

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
