import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { agreementContent } from './agreement-content.ts'
import { insertDraft } from './agreement-store.ts'
import { type AgreementInput, collectContent } from './collect-content.ts'

/**
 * Keeps what was agreed, in the transaction that hands the car over or takes it back, after everything else in it. The PDF is
 * made of it after the commit, so that a change of the booking in between changes no agreement.
 */
export async function requestAgreement(
  tx: Db,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  input: AgreementInput,
  now: Date,
): Promise<void> {
  const { bookingId, kind } = input
  const content = await collectContent(tx, deps, input)
  await insertDraft(tx, { bookingId, kind, content: agreementContent.write(content), now })
  await deps.jobs.enqueue(tx, 'make-agreement', { bookingId, kind })
}
