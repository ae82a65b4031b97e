import { m } from '@twende/messages'
import { accountLabels, DESK_METHODS, type DeskMethod } from '../payments/desk-payment.ts'
import type { FigureName, ReportGroup } from './report-routes.ts'
import type { ShopFigureName, ShopGroup } from './shop-report-routes.ts'

/** What money was for. */
export const kindLabels: Readonly<Record<string, () => string>> = {
  rent: m.admin_reports_kind_rent,
  listing: m.admin_reports_kind_listing,
  shop: m.admin_reports_kind_shop,
  deposit: m.admin_reports_kind_deposit,
  unmatched: m.admin_reports_kind_unmatched,
}

export const groupHeads: Record<ReportGroup, () => string> = {
  car: m.admin_reports_car,
  category: m.admin_reports_category,
  month: m.admin_reports_month,
  week: m.admin_reports_week,
  day: m.admin_reports_day,
  kind: m.admin_reports_kind,
  method: m.admin_reports_method,
}

/** Whether a figure counts shillings. */
export const isMoney = (name: FigureName): boolean =>
  name !== 'daysRented' && name !== 'daysAvailable' && name !== 'lateReturns'

export const figureLabels: Record<FigureName, () => string> = {
  daysRented: m.admin_reports_days_rented,
  daysAvailable: m.admin_reports_days_available,
  earned: m.admin_reports_earned,
  passedOn: m.admin_reports_passed_on,
  received: m.admin_reports_received,
  givenBack: m.admin_reports_given_back,
  fromDeposits: m.admin_reports_from_deposits,
  costs: m.admin_reports_costs,
  ownFines: m.admin_reports_own_fines,
  lateReturns: m.admin_reports_late_returns,
  prepaid: m.admin_reports_prepaid,
  owed: m.admin_reports_owed,
  depositsHeld: m.admin_reports_deposits,
}

/** The head of a column of a file, which says its unit. */
export function columnHead(name: FigureName): string {
  const label = figureLabels[name]()
  return isMoney(name) ? m.admin_reports_in_ksh({ label }) : label
}

/** The name of a line of a report: a kind or a method in words, a car, category or period by its own name. */
export function lineName(by: ReportGroup, name: string): string {
  if (by === 'kind') return kindLabels[name]?.() ?? name
  return by === 'method' && isAccount(name) ? accountLabels[name]() : name
}

function isAccount(name: string): name is DeskMethod {
  return (DESK_METHODS as readonly string[]).includes(name)
}

export const shopGroupHeads: Record<ShopGroup, () => string> = {
  product: m.admin_shop_report_product,
  category: m.admin_reports_category,
  month: m.admin_reports_month,
  runsOut: m.admin_shop_report_product,
}

/** Whether a figure of the shop counts shillings. */
export const isShopMoney = (name: ShopFigureName): boolean => name === 'revenue' || name === 'stockValue'

export const shopFigureLabels: Record<ShopFigureName, () => string> = {
  pieces: m.admin_shop_report_pieces,
  revenue: m.admin_shop_report_revenue,
  stock: m.admin_shop_report_stock,
  stockValue: m.admin_shop_report_stock_value,
  available: m.admin_shop_report_available,
  soldLately: m.admin_shop_report_sold_lately,
  soldOut: m.admin_shop_report_sold_out,
}

/** The head of a column of the shop's file, which says its unit. */
export function shopColumnHead(name: ShopFigureName): string {
  const label = shopFigureLabels[name]()
  return isShopMoney(name) ? m.admin_reports_in_ksh({ label }) : label
}

/** The name of a line of the shop's figures; money without a product was paid for delivery. */
export function shopLineName(by: ShopGroup, { _id, name }: { _id: string; name: string }): string {
  if (by === 'month') return _id
  return _id === '' ? m.admin_shop_report_delivery() : name
}
