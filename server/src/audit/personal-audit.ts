import type { PersonalData } from '../accounts/personal-data.ts'
import { blankAuditOf, findAuditOf } from './personal-audit-store.ts'

/** What staff did with a person's things. Asked before the other nouns, while these still say whose they are. */
export const personalAudit: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findAuditOf(db, accountId)
    return rows.map(({ at, action }) => ({ at: at.toISOString(), what: action }))
  },
  async forget(tx, { accountId }) {
    await blankAuditOf(tx, accountId)
  },
}
