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
import { links } from './links.ts'

/** One part of the back office; `for: 'admin'` hides it from plain staff. The server decides who may do what. */
export type Room = { label: string; to: string; icon: typeof CarFront; for: 'staff' | 'admin' }

/** Every part of the back office, in the order of the navigation. */
export const rooms: readonly Room[] = [
  { label: 'Today', to: links.today, icon: Sunrise, for: 'staff' },
  { label: 'Bookings', to: links.bookings(), icon: KeyRound, for: 'staff' },
  { label: 'Calendar', to: links.calendar(), icon: CalendarDays, for: 'staff' },
  { label: 'Payments', to: links.payments(), icon: HandCoins, for: 'staff' },
  { label: 'Refunds', to: links.refunds(), icon: Undo2, for: 'staff' },
  { label: 'Day by day', to: links.reconciliation(), icon: Scale, for: 'staff' },
  { label: 'Cars for sale', to: links.listings(), icon: CarFront, for: 'staff' },
  { label: 'Orders', to: links.orders(), icon: Package, for: 'staff' },
  { label: 'Catalogue', to: links.catalogue(), icon: ShoppingBag, for: 'staff' },
  { label: 'Fleet', to: links.fleet(), icon: Gauge, for: 'staff' },
  { label: 'People', to: links.people(), icon: UsersRound, for: 'staff' },
  { label: 'Messages', to: links.messages(), icon: MessageSquare, for: 'staff' },
  { label: 'Audit log', to: links.audit(), icon: ScrollText, for: 'admin' },
  { label: 'Settings', to: links.settings(), icon: Settings, for: 'staff' },
]
