import type { OperationWarning } from '@twende/contract/today/today-routes.ts'
import type { Pool } from 'pg'
import type { Secrets } from './accounts/secrets.ts'
import type { RefuseOwnThings } from './audit/refuse-own-things.ts'
import type { Deps } from './basic-deps.ts'
import type { FetchCalendar } from './bookings/calendars/fetch-calendar.ts'
import type { Config } from './config/config.ts'
import type { ChangeFeed } from './db/change-feed.ts'
import type { Connection } from './db/database.ts'
import type { RecordAccess } from './http/audit-context.ts'
import type { IdentifyCurrentUser } from './http/current-user.ts'
import type { Drain } from './http/drain.ts'
import type { CheckRateLimit, CountGuess } from './http/limits/rate-limit.ts'
import type { Jobs } from './jobs/job-queue.ts'
import type { ListingSearch } from './listings/search-index/listing-search.ts'
import type { Pictures } from './media/open-pictures.ts'
import type { ChannelSenders } from './notifications/channels/registry.ts'
import type { Payables } from './payments/payable.ts'
import type { Gateways } from './payments/providers/registry.ts'
import type { PrivateFileStorage } from './private-files/private-file-storage.ts'

/** Everything the application is made of; use cases ask for the few they use. */
export type AppDeps = Deps & {
  config: Config
  connection: Connection
  /** How many connections the pool has. */
  connections: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Signs sessions and keys short hashes; never shown, never logged. */
  tokenSecret: string
  secrets: Secrets
  identify: IdentifyCurrentUser
  checkRateLimit: CheckRateLimit
  recordAccess: RecordAccess
  refuseOwnThings: RefuseOwnThings
  countGuess: CountGuess
  changeFeed: ChangeFeed
  pictures: Pictures
  privateFiles: PrivateFileStorage
  listingSearch: ListingSearch
  /** What an admin should set differently; grows while the program runs. */
  warnings: Set<OperationWarning>
  jobs: Jobs
  drain: Drain
  channels: ChannelSenders
  gateways: Gateways
  payables: Payables
  /** Reads the calendar of another program; tests answer for it. */
  fetchCalendar: FetchCalendar
}
