// `npm run bench`: figures of performance, with what they are compared with in the same run. `npm run bench search` or other
// names: only these parts (scripts/bench/figures.ts). The results are printed and written to docs/performance/results.json.
import './check-node.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

await ensureInstalled({ forTests: true })
await ensureBuilt()
process.exitCode = await runProgram(projectNode(), ['scripts/bench/run-bench.ts', ...process.argv.slice(2)])
