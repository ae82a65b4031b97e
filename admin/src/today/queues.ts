import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import {
  BadgeCheck,
  Banknote,
  CalendarCheck,
  Clock3,
  Flag,
  HandCoins,
  KeyRound,
  KeySquare,
  MailWarning,
  MessageSquare,
  Package,
  PackageSearch,
  ShoppingCart,
  Truck,
  Undo2,
  Warehouse,
} from 'lucide-react'
import { links } from '../links.ts'

export type Queue = {
  name: keyof TodayCounts
  label: string
  icon: typeof Flag
  to: string
  /** Late or gone wrong, not only waiting. */
  urgent?: true
}

/** What may wait for staff, always in the same place, and where it is worked on. */
export const queues: readonly Queue[] = [
  {
    name: 'overdue',
    label: 'Overdue returns',
    icon: Clock3,
    to: links.bookings({ queue: 'overdue' }),
    urgent: true,
  },
  {
    name: 'notHandedOver',
    label: 'Not handed over',
    icon: KeySquare,
    to: links.bookings({ queue: 'notHandedOver' }),
    urgent: true,
  },
  {
    name: 'pickups',
    label: 'Pickups today',
    icon: KeyRound,
    to: links.bookings({ queue: 'pickups' }),
  },
  {
    name: 'returns',
    label: 'Returns today',
    icon: Warehouse,
    to: links.bookings({ queue: 'returns' }),
  },
  {
    name: 'bookingsToConfirm',
    label: 'Bookings to confirm',
    icon: CalendarCheck,
    to: links.bookings(),
  },
  { name: 'paymentsToCheck', label: 'Payments to check', icon: Banknote, to: links.payments() },
  {
    name: 'paymentsUnmatched',
    label: 'Money without a match',
    icon: HandCoins,
    to: links.payments({ queue: 'unmatched' }),
  },
  { name: 'refundsDue', label: 'Refunds to send', icon: Undo2, to: links.refunds() },
  {
    name: 'listingsToVerify',
    label: 'Cars to verify',
    icon: BadgeCheck,
    to: links.listings({ queue: 'verification' }),
  },
  {
    name: 'listingsReported',
    label: 'Reported cars',
    icon: Flag,
    to: links.listings({ queue: 'reported' }),
    urgent: true,
  },
  {
    name: 'ordersToPack',
    label: 'Orders to pack',
    icon: Package,
    to: links.orders({ queue: 'pack' }),
  },
  {
    name: 'ordersToSend',
    label: 'Orders to send',
    icon: Truck,
    to: links.orders({ queue: 'send' }),
  },
  {
    name: 'ordersUnpaid',
    label: 'Unpaid orders',
    icon: ShoppingCart,
    to: links.orders({ queue: 'unpaid' }),
  },
  {
    name: 'productsLow',
    label: 'Low stock',
    icon: PackageSearch,
    to: links.catalogue({ show: 'low' }),
  },
  { name: 'messagesOpen', label: 'Open messages', icon: MessageSquare, to: links.messages() },
  {
    name: 'notificationsFailed',
    label: 'Mails not sent',
    icon: MailWarning,
    to: links.messages({ tray: 'failed' }),
    urgent: true,
  },
]
