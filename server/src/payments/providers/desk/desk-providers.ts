import { DESK_ACCOUNTS } from '../../ledger/accounts.ts'
import type { Provider } from '../provider.ts'

/** Money that staff takes and gives at the desk, and notes. Each way has its own account in the ledger. */
export const deskProviders: readonly Provider[] = DESK_ACCOUNTS.map((method) => ({
  methods: [method],
  account: method,
  recordedMethod: method,
  payout: 'recorded',
}))
