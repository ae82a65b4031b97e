import type { Agreement, AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { m } from '@twende/messages'

const agreementTitles: Readonly<Record<AgreementKind, () => string>> = {
  handover: m.agreement_title,
  return: m.agreement_return_title,
  addendum: m.agreement_addendum_title,
}

/** What a paper is called. That of a return that was taken back holds no more. */
export function agreementTitle({ kind, isWithdrawn }: Pick<Agreement, 'kind' | 'isWithdrawn'>): string {
  const title = agreementTitles[kind]()
  return isWithdrawn ? m.agreement_list_withdrawn({ title }) : title
}
