import type { CostKind } from '@twende/contract/cars/car-cost-routes.ts'
import { m } from '@twende/messages'

export const costKindLabels: Record<CostKind, () => string> = {
  fuel: m.admin_costs_kind_fuel,
  service: m.admin_costs_kind_service,
  repair: m.admin_costs_kind_repair,
  insurance: m.admin_costs_kind_insurance,
  inspection: m.admin_costs_kind_inspection,
  tyres: m.admin_costs_kind_tyres,
  washing: m.admin_costs_kind_washing,
  other: m.admin_costs_kind_other,
}
