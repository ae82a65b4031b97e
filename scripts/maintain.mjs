import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

await ensureInstalled()
process.exit(await runProgram(projectNode(), [inProject('scripts', 'maintain.ts'), ...process.argv.slice(2)]))
