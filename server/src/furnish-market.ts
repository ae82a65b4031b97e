import { ensureFirstAdmin } from './accounts/ensure-first-admin.ts'
import type { AppDeps } from './deps.ts'
import { demoSignIns } from './seed/demo-sign-ins.ts'
import { seedDemoMarket } from './seed/seed-demo-market.ts'

/** Puts in what an installation starts with: the first admin, and the demo market where it is wanted. */
export async function furnishMarket(deps: AppDeps, say: (line: string) => void): Promise<void> {
  const { config } = deps
  if (config.firstAdmin) await ensureFirstAdmin(deps, config.firstAdmin)
  if (!config.demo || !(await seedDemoMarket(deps))) return
  say('\nDemo sign-ins:')
  for (const { role, email, password } of demoSignIns(deps.tokenSecret))
    say(`  ${role.padEnd(9)} ${email.padEnd(28)} ${password}`)
}
