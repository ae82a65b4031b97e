import { accountRoutes } from './accounts/account-routes.ts'
import { accountAdminRoutes } from './accounts/admin-account-routes.ts'
import { contactProofRoutes } from './accounts/contact-proof-routes.ts'
import { profileRoutes } from './accounts/profile-routes.ts'
import { savedViewRoutes } from './accounts/saved-view-routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { agreementRoutes } from './agreements/agreement-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { adminBookingRoutes } from './bookings/admin-booking-routes.ts'
import { bookingRoutes } from './bookings/booking-routes.ts'
import { calendarLinkRoutes } from './bookings/calendar-link-routes.ts'
import { conditionRoutes } from './bookings/condition/condition-routes.ts'
import { disputeRoutes } from './bookings/condition/dispute-routes.ts'
import { depositRoutes } from './bookings/deposit-routes.ts'
import { fineRoutes } from './bookings/fine-routes.ts'
import { owedRoutes } from './bookings/owed-routes.ts'
import { yardRoutes } from './bookings/yard-routes.ts'
import { adminFleetRoutes } from './cars/admin-fleet-routes.ts'
import { carCostRoutes } from './cars/car-cost-routes.ts'
import { carDocumentRoutes } from './cars/car-document-routes.ts'
import { carRoutes } from './cars/car-routes.ts'
import { dueRoutes } from './cars/due-routes.ts'
import { serviceRoutes } from './cars/service-routes.ts'
import { catalogRoutes } from './content/catalog-routes.ts'
import { messageRoutes } from './content/contact-message-routes.ts'
import { contentRoutes } from './content/content-routes.ts'
import { driverRoutes } from './drivers/driver-routes.ts'
import { holdRoutes } from './holds/hold-routes.ts'
import { listingAdminRoutes } from './listings/admin-listing-routes.ts'
import { listingRoutes } from './listings/listing-routes.ts'
import { notificationRoutes } from './notifications/admin-notification-routes.ts'
import { adminPaymentRoutes } from './payments/admin-payment-routes.ts'
import { balanceRoutes } from './payments/balance-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { extraRoutes } from './prices/extra-routes.ts'
import { priceRuleRoutes } from './prices/price-rule-routes.ts'
import { privateFileRoutes } from './private-files/private-file-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { shopReportRoutes } from './reports/shop-report-routes.ts'
import { adminSearchRoutes } from './search/admin-search-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { shopAdminRoutes } from './shop/admin-shop-routes.ts'
import { orderDeskRoutes } from './shop/order-desk-routes.ts'
import { shopRoutes } from './shop/shop-routes.ts'
import { todayRoutes } from './today/today-routes.ts'

/** The whole HTTP surface, by method and path. */
export const routes = {
  ...accountRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...profileRoutes,
  ...accountAdminRoutes,
  ...secondFactorRoutes,
  ...contactProofRoutes,
  ...savedViewRoutes,
  ...carRoutes,
  ...adminFleetRoutes,
  ...carDocumentRoutes,
  ...carCostRoutes,
  ...dueRoutes,
  ...serviceRoutes,
  ...priceRuleRoutes,
  ...extraRoutes,
  ...bookingRoutes,
  ...agreementRoutes,
  ...adminBookingRoutes,
  ...calendarLinkRoutes,
  ...yardRoutes,
  ...conditionRoutes,
  ...depositRoutes,
  ...fineRoutes,
  ...owedRoutes,
  ...disputeRoutes,
  ...driverRoutes,
  ...paymentRoutes,
  ...adminPaymentRoutes,
  ...balanceRoutes,
  ...privateFileRoutes,
  ...contentRoutes,
  ...catalogRoutes,
  ...settingsRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...todayRoutes,
  ...reportRoutes,
  ...shopReportRoutes,
  ...adminSearchRoutes,
  ...listingRoutes,
  ...listingAdminRoutes,
  ...shopRoutes,
  ...holdRoutes,
  ...shopAdminRoutes,
  ...orderDeskRoutes,
}

export type Routes = typeof routes
export type RouteKey = keyof Routes
