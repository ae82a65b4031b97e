import './check-node.mjs'
import './end-with-npm.mjs'
import { delimiter } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

// The main ways in Firefox and WebKit: `npm run browsers -- [options of Playwright's test runner]`.
await ensureInstalled({ forTests: true })
await ensureBuilt()
const runner = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/browsers/playwright.config.ts']
process.exitCode = await runProgram(projectNode(), [...runner, ...process.argv.slice(2)], {
  PATH: `${inProject('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
})
