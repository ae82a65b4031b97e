// `npm run bench`: the product beside a bare node:http server that sends the same bytes, in one run.
import './check-node.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

await ensureInstalled({ forTests: true })
await ensureBuilt()
process.exitCode = await runProgram(projectNode(), ['scripts/bench/run-bench.ts'])
