import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

await ensureInstalled({ forTests: true })
await ensureBuilt()
process.exit(await runProgram(projectNode(), [inProject('scripts', 'cluster', 'run-cluster.ts')]))
