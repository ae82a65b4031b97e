import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from '../scripts/find-chromium.mjs'
import { firstAdmin, metricsToken } from './first-admin.ts'

// The workers read this file again and inherit what the first reading decided.
process.env.CHROMIUM_PATH ??= await chromium()
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_FOLDER ??= join(tmpdir(), `twende-e2e-${randomBytes(6).toString('hex')}`)

const baseURL = `http://localhost:${process.env.E2E_PORT}`

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Journeys stay at home: no name but ours leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
]

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  timezoneId: 'Africa/Nairobi',
  contextOptions: { reducedMotion: 'reduce' as const },
}

// Somebody abroad, hours behind Nairobi, who books for a visit home.
const desktop = { viewport: { width: 1280, height: 800 }, timezoneId: 'America/Los_Angeles' }

// Those that need all the others to be over, or the market to themselves.
const last = ['checked-pages.e2e.ts', 'hostile-uploads.e2e.ts']
const afterwards = ['fleet-admin.e2e.ts', 'catalog-admin.e2e.ts', ...last]

/** Journeys through the built product, which starts on its own port with a demo market in a temporary folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // A journey waits for the network and for animations a third of its time, so three keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    locale: 'en-GB',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
  projects: [
    { name: 'desktop', testIgnore: afterwards, grepInvert: /@phone-only/, use: desktop },
    { name: 'phone', testIgnore: afterwards, grep: /@phone/, use: phone },
    // Adds to the fleet, which the journeys before it count.
    {
      name: 'fleet',
      testMatch: ['fleet-admin.e2e.ts', 'catalog-admin.e2e.ts'],
      dependencies: ['desktop', 'phone'],
      use: desktop,
    },
    { name: 'tally', testMatch: last, dependencies: ['fleet'] },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/serve-market.mjs`,
    cwd: join(import.meta.dirname, '..'),
    url: `${baseURL}/api/health/ready`,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      NODE_ENV: 'production',
      PORT: process.env.E2E_PORT,
      DATA_DIR: join(process.env.E2E_FOLDER, 'data'),
      DEMO: '1',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      METRICS_TOKEN: metricsToken,
      // Every journey makes people of its own, more in an hour than one address may.
      RATE_LIMIT: 'off',
      // A journey looks at few of the demo market's pictures; generating all sizes of all takes two minutes of a core.
      PREGENERATE_PICTURES: 'off',
    },
  },
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
