import type { OperationWarning } from '@twende/contract/today/operation-warnings.ts'
import type { Secrets } from './accounts/secrets.ts'
import type { Deps } from './basic-deps.ts'
import type { Config } from './config/config.ts'
import type { ChangeFeed } from './db/change-feed.ts'
import type { Connection } from './db/database.ts'
import type { RecordAccess } from './http/audit-context.ts'
import type { IdentifyCurrentUser } from './http/current-user.ts'
import type { CheckRateLimit, CountGuess } from './http/limits/rate-limit.ts'
import type { Jobs } from './jobs/job-queue.ts'
import type { Pictures } from './media/open-pictures.ts'
import type { ChannelSenders } from './notifications/channels/registry.ts'
import type { Payables } from './payments/payable.ts'
import type { Gateways } from './payments/providers/registry.ts'

/** Everything the application is made of; use cases ask for the few they use. */
export type AppDeps = Deps & {
  config: Config
  connection: Connection
  /** Signs sessions and keys short hashes; never shown, never logged. */
  tokenSecret: string
  secrets: Secrets
  identify: IdentifyCurrentUser
  checkRateLimit: CheckRateLimit
  recordAccess: RecordAccess
  countGuess: CountGuess
  changeFeed: ChangeFeed
  pictures: Pictures
  /** What an admin should set differently; grows while the program runs. */
  warnings: Set<OperationWarning>
  jobs: Jobs
  channels: ChannelSenders
  gateways: Gateways
  payables: Payables
}
