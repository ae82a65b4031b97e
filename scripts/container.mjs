import './check-node.mjs'
import './end-with-npm.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

// Builds the image and starts what deploy/ describes: `npm run container [-- image compose unit rules]`.
await ensureInstalled({ forTests: true })
await ensureBuilt()
const trial = inProject('scripts', 'container', 'run-container.ts')
process.exit(await runProgram(projectNode(), [trial, ...process.argv.slice(2)]))
