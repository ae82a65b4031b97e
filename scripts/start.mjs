import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureBuilt, program } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { memorySettings } from './memory-settings.mjs'
import { refuseTakenPort } from './refuse-taken-port.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

await refuseTakenPort()
await ensureInstalled()
await ensureBuilt()
runUntilStopped([program], {
  ...memorySettings,
  ...process.env,
  NODE_ENV: 'production',
})
