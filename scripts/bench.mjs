// `npm run bench`: the product beside a bare node:http server that sends the same bytes, in one run. `npm run bench search`:
// searches of cars for sale with and without the index (BENCH_LISTINGS, 100000 by default).
import './check-node.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

await ensureInstalled({ forTests: true })
await ensureBuilt()
const program = process.argv[2] === 'search' ? 'run-search-bench' : 'run-bench'
process.exitCode = await runProgram(projectNode(), [`scripts/bench/${program}.ts`])
