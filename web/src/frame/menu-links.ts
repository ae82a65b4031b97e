import { m } from '@twende/messages'
import { isStaff, type Session, signOut } from '@twende/ui/accounts/session.ts'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** `otherApp`: the link leaves this app, with a full load. `members`: for those who are signed in. */
export type MenuLink = { label: string; to: string; end?: boolean; otherApp?: boolean; members?: boolean }

const forEveryone = (): readonly MenuLink[] => [
  { label: m.nav_home(), to: links.home, end: true },
  { label: m.nav_rent(), to: links.rent() },
  { label: m.nav_buy(), to: links.buy() },
]

const forMembers = (): readonly MenuLink[] => [
  { label: m.nav_my_bookings(), to: links.myBookings(), members: true },
  { label: m.nav_my_listings(), to: links.listings, members: true },
]

/** The other public pages. */
export const moreLinks = (): readonly MenuLink[] => [
  { label: m.nav_shop(), to: links.shop() },
  { label: m.nav_services(), to: links.services },
  { label: m.nav_about(), to: links.aboutUs },
  { label: m.nav_contact(), to: links.contactUs },
]

/** The links of the navigation bar, more of them when signed in. */
export function mainLinks(session: Session | null): readonly MenuLink[] {
  return session ? [...forEveryone(), ...forMembers()] : forEveryone()
}

/** The account's own pages; the admin app only for staff. */
export function accountLinks(session: Session | null): readonly MenuLink[] {
  if (!session) return []
  const own: MenuLink[] = [
    { label: m.nav_my_orders(), to: links.myOrders },
    { label: m.nav_account(), to: links.account },
  ]
  return isStaff(session) ? [...own, { label: m.nav_admin(), to: links.admin, otherApp: true }] : own
}

/** Logout: ends the session and goes to the home page. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    signOut()
    void navigate(links.home)
  }
}
