import type { Logger } from 'pino'
import { ensureFirstAdmin } from '../accounts/ensure-first-admin.ts'
import type { Config } from '../config/config.ts'
import { isRealMoney } from '../config/mpesa-config.ts'
import { SettingError } from '../config/setting-error.ts'
import type { AppDeps } from '../deps.ts'
import { createDeps } from '../start/create-deps.ts'
import type { Shared } from '../start/open-market.ts'
import { findDemoMarket } from './demo-market-store.ts'
import { signInLines } from './demo-sign-ins.ts'
import { seedDemoMarket } from './seed-demo-market.ts'

/** Furnishes the market before anything serves or jobs run: those would take the demo's past for something overdue. */
export async function furnishFirst(
  given: { config: Config; logger: Logger } & Shared,
  say: (line: string) => void,
): Promise<void> {
  const { deps, close } = await createDeps(given)
  try {
    await furnishMarket(deps, say)
  } finally {
    await close()
  }
}

/** Its accounts have passwords that are known, and its cars are nobody's to pay for. */
async function refuseDemoWithRealMoney({ config, db }: Pick<AppDeps, 'config' | 'db'>): Promise<void> {
  if (!isRealMoney(config.mpesa)) return
  if (config.demo)
    throw new SettingError('DEMO cannot be on together with real M-Pesa payments. Remove DEMO.')
  if (!(await isDemoMarket({ db }))) return
  throw new SettingError(
    'This database holds a demo market: its cars, people and payments are invented, and some of its passwords are known. It does not start with real M-Pesa payments. Run "npm run clean-demo -- --keep-real" first, which removes the demo and keeps what real people made.',
  )
}

/** Whether a demo market was put in, and has not been removed since. */
export async function isDemoMarket({ db }: Pick<AppDeps, 'db'>): Promise<boolean> {
  return (await findDemoMarket(db)) !== undefined
}

/** Puts in what an installation starts with: the first admin, and the demo market where it is wanted. */
async function furnishMarket(deps: AppDeps, say: (line: string) => void): Promise<void> {
  const { config } = deps
  await refuseDemoWithRealMoney(deps)
  // A simulator forgets with each start, so M-Pesa is told again: as a job, since it may be out of reach.
  await deps.jobs.enqueue(deps.db, 'register-c2b', {})
  if (config.firstAdmin) await ensureFirstAdmin(deps, config.firstAdmin)
  const wasComplete = (await findDemoMarket(deps.db))?.finished_at != null
  if (!config.demo || !(await seedDemoMarket(deps))) return
  // What a start prints is kept in logs, which more people read than may sign in.
  if (wasComplete) return say('\nDemo sign-ins: npm run demo-sign-ins')
  say('\nDemo sign-ins:')
  for (const line of signInLines(deps.tokenSecret)) say(line)
}
