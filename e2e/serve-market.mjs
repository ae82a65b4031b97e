import { mkdirSync, rmSync } from 'node:fs'
import { inProject } from '../scripts/project.mjs'
import { runUntilStopped } from '../scripts/run-until-stopped.mjs'

// The folder of one run: database, pictures and mail of the market, and what the journeys have looked over.
const folder = process.env.E2E_FOLDER
mkdirSync(folder, { mode: 0o711 })
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// Playwright holds the other end: when it is killed, this ends, and the market with it.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))

runUntilStopped([inProject('build', 'site', 'server', 'index.js')])
