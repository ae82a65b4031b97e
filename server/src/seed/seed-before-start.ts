import type { Logger } from 'pino'
import { createFirstAdmin } from '../accounts/create-first-admin.ts'
import type { Config } from '../config/config.ts'
import { SettingError } from '../config/setting.ts'
import type { AppDeps } from '../deps.ts'
import { createDeps, type Shared } from '../start/open-market.ts'
import { findDemoMarket } from './demo-market-store.ts'
import { seedDemoMarket, signInLines } from './seed-demo-market.ts'

/** Seeds the database before requests are served and tasks are run: tasks would treat the past of the demo as overdue. */
export async function seedBeforeStart(
  given: { config: Config; logger: Logger } & Shared,
  say: (line: string) => void,
): Promise<void> {
  const { deps, close } = await createDeps(given)
  try {
    await seedMarket(deps, say)
  } finally {
    await close()
  }
}

/** Refuses to start a demo market with real payments: some of its passwords are public, and its cars do not exist. */
async function refuseDemoWithRealMoney({ config, db }: Pick<AppDeps, 'config' | 'db'>): Promise<void> {
  if (!config.payments.movesRealMoney) return
  if (config.demo) throw new SettingError('DEMO cannot be on together with real payments. Remove DEMO.')
  if (!(await isDemoMarket({ db }))) return
  throw new SettingError(
    'This database holds a demo market: its cars, people and payments are invented, and some of its passwords are known. It does not start with real payments. Run "npm run clean-demo -- --keep-real" first, which removes the demo and keeps what real people made.',
  )
}

/** Whether the database holds a demo market. */
export async function isDemoMarket({ db }: Pick<AppDeps, 'db'>): Promise<boolean> {
  return (await findDemoMarket(db)) !== undefined
}

/** Creates the first admin and, if configured, the demo market. */
async function seedMarket(deps: AppDeps, say: (line: string) => void): Promise<void> {
  const { config } = deps
  await refuseDemoWithRealMoney(deps)
  // A simulator forgets our addresses when it restarts, so they are registered again; as a job, because a provider may not answer.
  await deps.jobs.enqueue(deps.db, 'register-callbacks', {})
  if (config.firstAdmin) await createFirstAdmin(deps, config.firstAdmin)
  const wasComplete = (await findDemoMarket(deps.db))?.finished_at != null
  const beginning = () => say('Putting in the demo market (about 10 seconds, once) ...')
  if (!config.demo || !(await seedDemoMarket(deps, beginning))) return
  // Passwords are printed only once, because output is often kept in logs.
  if (wasComplete) return say('\nDemo sign-ins: npm run demo-sign-ins')
  say('\nDemo sign-ins:')
  for (const line of signInLines(deps.tokenSecret)) say(line)
}
