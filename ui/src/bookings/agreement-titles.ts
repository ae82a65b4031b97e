import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { m } from '@twende/messages'

export const agreementTitles: Readonly<Record<AgreementKind, () => string>> = {
  handover: m.agreement_title,
  return: m.agreement_return_title,
  addendum: m.agreement_addendum_title,
}
