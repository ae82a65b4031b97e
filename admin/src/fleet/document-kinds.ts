import type { DocumentKind } from '@twende/contract/cars/car-cover.ts'
import { m } from '@twende/messages'

export const documentKindLabels: Record<DocumentKind, () => string> = {
  insurance: m.admin_papers_kind_insurance,
  inspection: m.admin_papers_kind_inspection,
  road: m.admin_papers_kind_road,
}
