import { isStaff } from '@twende/ui/accounts/is-staff.ts'
import type { Session } from '@twende/ui/accounts/session.ts'
import { links } from '../links.ts'

/** `otherApp`: the link leaves this app, with a full load. */
export type MenuLink = { label: string; to: string; end?: boolean; otherApp?: boolean }

const forEveryone: readonly MenuLink[] = [
  { label: 'Home', to: links.home, end: true },
  { label: 'For Rent', to: links.rent() },
  { label: 'For Sale', to: links.buy() },
]

const forMembers: readonly MenuLink[] = [
  { label: 'My Bookings', to: links.myBookings() },
  { label: 'My Listings', to: links.listings },
]

export const moreLinks: readonly MenuLink[] = [
  { label: 'Shop', to: links.shop() },
  { label: 'Services', to: links.services },
  { label: 'About', to: links.aboutUs },
  { label: 'Contact', to: links.contactUs },
]

/** The links of the navigation bar, more of them when signed in. */
export function mainLinks(session: Session | null): readonly MenuLink[] {
  return session ? [...forEveryone, ...forMembers] : forEveryone
}

/** The account's own pages; the console only for those who work here. */
export function accountLinks(session: Session | null): readonly MenuLink[] {
  if (!session) return []
  const own: MenuLink[] = [
    { label: 'My Orders', to: links.myOrders },
    { label: 'My Account', to: links.account },
  ]
  return isStaff(session) ? [...own, { label: 'Console', to: links.admin, otherApp: true }] : own
}
