import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import {
  BadgePlus,
  CalendarDays,
  CarFront,
  ChartBarStacked,
  ChartColumn,
  ClipboardList,
  Gauge,
  HandCoins,
  IdCard,
  KeyRound,
  Landmark,
  MessageSquare,
  Package,
  PiggyBank,
  Scale,
  ScrollText,
  Settings,
  ShoppingBag,
  Siren,
  Sunrise,
  Tags,
  Undo2,
  UsersRound,
  UserX,
} from 'lucide-react'

/**
 * A section of the admin app: a line of the menu and, where it is a page without pages below it in the frame, its page.
 * `for: 'admin'` hides it from plain staff; the server decides who may do what.
 */
export type Section = {
  /** Below `/admin`; empty for the first page. */
  path: string
  label: () => string
  icon: typeof CarFront
  for: 'staff' | 'admin'
  /** The right that its pages need. */
  right?: StaffRight
  /** The file below `src`. Without it, `routes.ts` names the page. */
  page?: string
}

/** The menu: sections that belong together stand together. */
export const sectionGroups: readonly (readonly Section[])[] = [
  [
    { path: '', label: m.admin_menu_today, icon: Sunrise, for: 'staff' },
    {
      path: 'bookings',
      label: m.admin_menu_bookings,
      icon: KeyRound,
      for: 'staff',
      page: 'bookings/bookings-page.tsx',
    },
    {
      path: 'calendar',
      label: m.admin_menu_calendar,
      icon: CalendarDays,
      for: 'staff',
      page: 'calendar/calendar-page.tsx',
    },
    {
      path: 'yard',
      label: m.admin_menu_yard,
      icon: ClipboardList,
      for: 'staff',
      page: 'yard/yard-page.tsx',
    },
    {
      path: 'drivers',
      label: m.admin_menu_drivers,
      icon: IdCard,
      for: 'staff',
      page: 'drivers/drivers-page.tsx',
    },
    {
      path: 'refusal-list',
      label: m.admin_menu_refusal_list,
      icon: UserX,
      for: 'staff',
      right: 'people',
      page: 'drivers/refusal-list-page.tsx',
    },
    {
      path: 'fines',
      label: m.admin_menu_fines,
      icon: Siren,
      for: 'staff',
      page: 'fines/fines-page.tsx',
    },
    { path: 'fleet', label: m.admin_menu_fleet, icon: Gauge, for: 'staff', page: 'fleet/fleet-page.tsx' },
    {
      path: 'prices',
      label: m.admin_menu_prices,
      icon: Tags,
      for: 'staff',
      page: 'prices/price-rules-page.tsx',
    },
    {
      path: 'extras',
      label: m.admin_menu_extras,
      icon: BadgePlus,
      for: 'staff',
      page: 'prices/extras-page.tsx',
    },
  ],
  [
    { path: 'listings', label: m.admin_menu_listings, icon: CarFront, for: 'staff' },
    {
      path: 'orders',
      label: m.admin_menu_orders,
      icon: Package,
      for: 'staff',
      page: 'orders/orders-page.tsx',
    },
    {
      path: 'catalogue',
      label: m.admin_menu_catalogue,
      icon: ShoppingBag,
      for: 'staff',
      page: 'catalogue/products-page.tsx',
    },
  ],
  [
    {
      path: 'payments',
      label: m.admin_menu_payments,
      icon: HandCoins,
      for: 'staff',
      right: 'payments',
      page: 'payments/payments-page.tsx',
    },
    {
      path: 'refunds',
      label: m.admin_menu_refunds,
      icon: Undo2,
      for: 'staff',
      right: 'payments',
      page: 'refunds/refunds-page.tsx',
    },
    {
      path: 'deposits',
      label: m.admin_menu_deposits,
      icon: PiggyBank,
      for: 'staff',
      right: 'payments',
      page: 'deposits/deposits-page.tsx',
    },
    {
      path: 'balances',
      label: m.admin_menu_balances,
      icon: Landmark,
      for: 'staff',
      right: 'payments',
      page: 'payments/balances-page.tsx',
    },
    {
      path: 'reconciliation',
      label: m.admin_menu_reconciliation,
      icon: Scale,
      for: 'staff',
      right: 'payments',
      page: 'payments/reconciliation-page.tsx',
    },
    {
      path: 'reports',
      label: m.admin_menu_reports,
      icon: ChartColumn,
      for: 'staff',
      right: 'reports',
      page: 'reports/reports-page.tsx',
    },
    {
      path: 'shop-report',
      label: m.admin_menu_shop_report,
      icon: ChartBarStacked,
      for: 'staff',
      right: 'reports',
      page: 'reports/shop-report-page.tsx',
    },
  ],
  [
    {
      path: 'people',
      label: m.admin_menu_people,
      icon: UsersRound,
      for: 'staff',
      right: 'people',
      page: 'people/people-page.tsx',
    },
    {
      path: 'messages',
      label: m.admin_menu_messages,
      icon: MessageSquare,
      for: 'staff',
      page: 'messages/messages-page.tsx',
    },
    {
      path: 'audit',
      label: m.admin_menu_audit,
      icon: ScrollText,
      for: 'admin',
      page: 'audit/audit-page.tsx',
    },
    {
      path: 'settings',
      label: m.admin_menu_settings,
      icon: Settings,
      for: 'staff',
      page: 'settings/settings-page.tsx',
    },
  ],
]

/** Every section of the admin app. */
export const sections: readonly Section[] = sectionGroups.flat()

type Person = { role: Role; rights: readonly StaffRight[] }

/** Whether somebody may open a section. */
export function mayOpen({ for: whom, right }: Section, { role, rights }: Person): boolean {
  return (whom === 'staff' || role === 'admin') && (!right || rights.includes(right))
}

/** The right that the page at an address needs; those below a section need that of the section. */
export function rightOfAddress(pathname: string): StaffRight | undefined {
  const [, , name = ''] = pathname.split('/')
  if (name === 'holds') return 'payments'
  return sections.find(({ path }) => path === name)?.right
}
