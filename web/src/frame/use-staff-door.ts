import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useSession } from '@twende/ui/accounts/session.ts'
import { backOfficeIsHidden, isBackOffice } from './back-office.ts'
import { worksHere } from '@twende/ui/accounts/is-staff.ts'

/** The token that was sent in last: whoever is turned away with it is not sent in again. */
let knocked: string | undefined

/**
 * The server knows nobody, so to everybody an address under /admin is a page that is not there. For those who work here
 * the browser then opens it; true while that is being found out.
 */
export function useStaffDoor(missing: boolean): boolean {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const moving = useNavigation().state === 'loading'
  const session = useSession()
  const [awake, setAwake] = useState(false)
  const inside = missing && isBackOffice(pathname)
  const token = inside && worksHere(session) ? session?.token : undefined
  useEffect(() => setAwake(true), [])
  useEffect(() => {
    if (token === undefined || token === knocked) return
    knocked = token
    if (backOfficeIsHidden()) window.location.reload()
    else void navigate(pathname + search, { replace: true })
  }, [token, navigate, pathname, search])
  return inside && (!awake || moving || (token !== undefined && token !== knocked))
}
