import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureBuilt, program } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { memorySettings } from './memory-settings.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

await ensureInstalled()
await ensureBuilt()
runUntilStopped([program], {
  ...memorySettings,
  ...process.env,
  NODE_ENV: 'production',
})
