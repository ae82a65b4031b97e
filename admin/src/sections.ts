import {
  CalendarDays,
  CarFront,
  Gauge,
  HandCoins,
  KeyRound,
  MessageSquare,
  Package,
  Scale,
  ScrollText,
  Settings,
  ShoppingBag,
  Sunrise,
  Undo2,
  UsersRound,
} from 'lucide-react'

/**
 * A section of the admin app: a line of the menu and, where it is a page without pages below it in the frame, its page.
 * `for: 'admin'` hides it from plain staff; the server decides who may do what.
 */
export type Section = {
  /** Below `/admin`; empty for the first page. */
  path: string
  label: string
  icon: typeof CarFront
  for: 'staff' | 'admin'
  /** The file below `src`. Without it, `routes.ts` names the page. */
  page?: string
}

/** Every section of the admin app, in the order of the menu. */
export const sections: readonly Section[] = [
  { path: '', label: 'Today', icon: Sunrise, for: 'staff' },
  { path: 'bookings', label: 'Bookings', icon: KeyRound, for: 'staff', page: 'bookings/bookings-page.tsx' },
  {
    path: 'calendar',
    label: 'Calendar',
    icon: CalendarDays,
    for: 'staff',
    page: 'calendar/calendar-page.tsx',
  },
  { path: 'payments', label: 'Payments', icon: HandCoins, for: 'staff', page: 'payments/payments-page.tsx' },
  { path: 'refunds', label: 'Refunds', icon: Undo2, for: 'staff', page: 'refunds/refunds-page.tsx' },
  {
    path: 'reconciliation',
    label: 'Day by day',
    icon: Scale,
    for: 'staff',
    page: 'payments/reconciliation-page.tsx',
  },
  { path: 'listings', label: 'Cars for sale', icon: CarFront, for: 'staff' },
  { path: 'orders', label: 'Orders', icon: Package, for: 'staff', page: 'orders/orders-page.tsx' },
  {
    path: 'catalogue',
    label: 'Catalogue',
    icon: ShoppingBag,
    for: 'staff',
    page: 'catalogue/products-page.tsx',
  },
  { path: 'fleet', label: 'Fleet', icon: Gauge, for: 'staff', page: 'fleet/fleet-desk-page.tsx' },
  { path: 'people', label: 'People', icon: UsersRound, for: 'staff', page: 'people/people-page.tsx' },
  {
    path: 'messages',
    label: 'Messages',
    icon: MessageSquare,
    for: 'staff',
    page: 'messages/messages-page.tsx',
  },
  { path: 'audit', label: 'Audit log', icon: ScrollText, for: 'admin', page: 'audit/audit-page.tsx' },
  { path: 'settings', label: 'Settings', icon: Settings, for: 'staff', page: 'settings/settings-page.tsx' },
]
