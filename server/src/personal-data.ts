import type { PersonalDataOfNouns } from './accounts/personal-data.ts'
import { personalFactors } from './accounts/second-factors/read-factors.ts'
import { personalSessions } from './accounts/sessions/personal-sessions.ts'
import { personalAudit } from './audit/personal-audit.ts'
import { personalAgreements } from './bookings/agreements/read-agreements.ts'
import { personalKeptParts } from './bookings/deposit/read-deposit.ts'
import { personalDisputes } from './bookings/disputes/read-charges.ts'
import { personalFines } from './bookings/fines/read-fines.ts'
import { personalBookings } from './bookings/read-bookings.ts'
import { personalMessages } from './content/contact-messages.ts'
import { personalDrivers } from './drivers/read-drivers.ts'
import { personalListings } from './listings/sell/own-listings.ts'
import { personalNotifications } from './notifications/personal-notifications.ts'
import { personalPayments } from './payments/personal-payments.ts'
import { personalOrders } from './shop/read-orders.ts'

/** The nouns that store personal data. A new one adds its line here. */
export const personalData: PersonalDataOfNouns = {
  sessions: personalSessions,
  secondFactors: personalFactors,
  audit: personalAudit,
  bookings: personalBookings,
  agreements: personalAgreements,
  disputes: personalDisputes,
  keptParts: personalKeptParts,
  fines: personalFines,
  drivers: personalDrivers,
  listings: personalListings,
  orders: personalOrders,
  payments: personalPayments,
  messages: personalMessages,
  notifications: personalNotifications,
}
