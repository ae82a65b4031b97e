import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { memorySettings } from './memory-settings.mjs'
import { inProject } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

await ensureInstalled()
await ensureBuilt()
runUntilStopped(['--enable-source-maps', inProject('build', 'server', 'index.js')], {
  ...memorySettings,
  ...process.env,
  NODE_ENV: 'production',
})
