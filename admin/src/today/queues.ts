import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import {
  BadgeCheck,
  Banknote,
  CalendarCheck,
  Clock3,
  Coins,
  FileClock,
  Flag,
  HandCoins,
  IdCard,
  KeyRound,
  KeySquare,
  MailWarning,
  MessageSquare,
  Package,
  PackageSearch,
  PhoneMissed,
  PiggyBank,
  Scale,
  ShieldQuestion,
  ShoppingCart,
  Truck,
  Undo2,
  UserCheck,
  Warehouse,
} from 'lucide-react'
import { links } from '../links.ts'

export type Queue = {
  name: keyof TodayCounts
  label: () => string
  icon: typeof Flag
  to: string
  /** Late or gone wrong, not only waiting. */
  urgent?: true
}

/** What may wait for staff, always in the same place, and where it is worked on. */
export const queues: readonly Queue[] = [
  {
    name: 'overdue',
    label: m.admin_today_queue_overdue,
    icon: Clock3,
    to: links.bookings({ queue: 'overdue' }),
    urgent: true,
  },
  {
    name: 'notHandedOver',
    label: m.admin_today_queue_not_handed_over,
    icon: KeySquare,
    to: links.bookings({ queue: 'notHandedOver' }),
    urgent: true,
  },
  {
    name: 'pickups',
    label: m.admin_today_queue_pickups,
    icon: KeyRound,
    to: links.bookings({ queue: 'pickups' }),
  },
  {
    name: 'returns',
    label: m.admin_today_queue_returns,
    icon: Warehouse,
    to: links.bookings({ queue: 'returns' }),
  },
  {
    name: 'bookingsToConfirm',
    label: m.admin_today_queue_bookings,
    icon: CalendarCheck,
    to: links.bookings(),
  },
  {
    name: 'chargesDisputed',
    label: m.admin_today_queue_disputed,
    icon: Scale,
    to: links.bookings({ queue: 'disputed' }),
  },
  {
    name: 'owed',
    label: m.admin_today_queue_owed,
    icon: Coins,
    to: links.bookings({ queue: 'owed' }),
  },
  { name: 'driversToCheck', label: m.admin_today_queue_drivers, icon: IdCard, to: links.drivers() },
  { name: 'carsDue', label: m.admin_today_queue_due, icon: FileClock, to: links.carsDue() },
  {
    name: 'depositsOverdue',
    label: m.admin_today_queue_deposits,
    icon: PiggyBank,
    to: links.deposits({ queue: 'overdue' }),
    urgent: true,
  },
  { name: 'paymentsToCheck', label: m.admin_today_queue_payments, icon: Banknote, to: links.payments() },
  {
    name: 'paymentsUnmatched',
    label: m.admin_today_queue_unmatched,
    icon: HandCoins,
    to: links.payments({ queue: 'unmatched' }),
  },
  {
    name: 'paymentsUnreported',
    label: m.admin_today_queue_unreported,
    icon: ShieldQuestion,
    to: links.payments({ queue: 'unreported' }),
  },
  {
    name: 'paymentsAnswerLost',
    label: m.admin_today_queue_answer_lost,
    icon: PhoneMissed,
    to: links.payments({ queue: 'answerLost' }),
  },
  { name: 'refundsDue', label: m.admin_today_queue_refunds, icon: Undo2, to: links.refunds() },
  {
    name: 'refundsToApprove',
    label: m.admin_today_queue_refunds_to_approve,
    icon: UserCheck,
    to: links.refunds({ queue: 'waiting' }),
  },
  {
    name: 'listingsToVerify',
    label: m.admin_today_queue_verification,
    icon: BadgeCheck,
    to: links.listings({ queue: 'verification' }),
  },
  {
    name: 'listingsReported',
    label: m.admin_today_queue_reported,
    icon: Flag,
    to: links.listings({ queue: 'reported' }),
    urgent: true,
  },
  {
    name: 'ordersToPack',
    label: m.admin_today_queue_pack,
    icon: Package,
    to: links.orders({ queue: 'pack' }),
  },
  {
    name: 'ordersToSend',
    label: m.admin_today_queue_send,
    icon: Truck,
    to: links.orders({ queue: 'send' }),
  },
  {
    name: 'ordersUnpaid',
    label: m.admin_today_queue_unpaid_orders,
    icon: ShoppingCart,
    to: links.orders({ queue: 'unpaid' }),
  },
  {
    name: 'productsLow',
    label: m.admin_today_queue_low_stock,
    icon: PackageSearch,
    to: links.catalogue({ show: 'low' }),
  },
  { name: 'messagesOpen', label: m.admin_today_queue_messages, icon: MessageSquare, to: links.messages() },
  {
    name: 'notificationsFailed',
    label: m.admin_today_queue_mails,
    icon: MailWarning,
    to: links.messages({ mailbox: 'failed' }),
    urgent: true,
  },
]
