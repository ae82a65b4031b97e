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
import { links } from '@twende/web/links.ts'

/** One part of the back office; `for: 'admin'` hides it from plain staff. The server decides who may do what. */
export type Room = { label: string; to: string; icon: typeof CarFront; for: 'staff' | 'admin' }

/** Every part of the back office, in the order of the navigation. */
export const rooms: readonly Room[] = [
  { label: 'Today', to: links.admin, icon: Sunrise, for: 'staff' },
  { label: 'Bookings', to: links.adminPage('bookings'), icon: KeyRound, for: 'staff' },
  { label: 'Calendar', to: links.adminPage('calendar'), icon: CalendarDays, for: 'staff' },
  { label: 'Payments', to: links.adminPage('payments'), icon: HandCoins, for: 'staff' },
  { label: 'Refunds', to: links.adminPage('refunds'), icon: Undo2, for: 'staff' },
  { label: 'Day by day', to: links.adminPage('reconciliation'), icon: Scale, for: 'staff' },
  { label: 'Cars for sale', to: links.adminPage('listings'), icon: CarFront, for: 'staff' },
  { label: 'Orders', to: links.adminPage('orders'), icon: Package, for: 'staff' },
  { label: 'Catalogue', to: links.adminPage('catalogue'), icon: ShoppingBag, for: 'staff' },
  { label: 'Fleet', to: links.adminPage('fleet'), icon: Gauge, for: 'staff' },
  { label: 'People', to: links.adminPage('people'), icon: UsersRound, for: 'staff' },
  { label: 'Messages', to: links.adminPage('messages'), icon: MessageSquare, for: 'staff' },
  { label: 'Audit log', to: links.adminPage('audit'), icon: ScrollText, for: 'admin' },
  { label: 'Settings', to: links.adminPage('settings'), icon: Settings, for: 'staff' },
]
