import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { inProject, setting } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

await ensureInstalled({ forTests: true })
const host = setting('HOST')
runUntilStopped([
  // Asked for by the development server, which would otherwise start itself once more with it.
  '--conditions=development',
  inProject('node_modules', '@react-router', 'dev', 'bin.cjs'),
  'dev',
  '--port',
  setting('PORT', '3000'),
  '--strictPort',
  ...(host ? ['--host', host] : []),
])
