import { availableParallelism } from 'node:os'
import { availableMemory } from 'node:process'
import { defineConfig } from '@playwright/test'
import { chromium } from '../scripts/find-chromium.mjs'
import { baseURL, marketServer } from './market-server.ts'
import { desktopSize, phoneSize } from './support/screen-sizes.ts'

// The workers read this file again and inherit what the first reading decided.
process.env.CHROMIUM_PATH ??= await chromium()

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a worker share one process and are compiled on its main thread, by the quick compilers only: a page does not live
  // long enough for the others. Measured over 33 journeys: 45 seconds of the processor for pages instead of 56.
  '--renderer-process-limit=1',
  '--process-per-site',
  '--js-flags=--single-threaded --no-maglev --no-turbofan',
  // Journeys stay at home: no name but ours leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
]

const STEP_LIMIT_MS = 90_000

const phone = {
  viewport: phoneSize,
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  timezoneId: 'Africa/Nairobi',
  contextOptions: { reducedMotion: 'reduce' as const },
}

// Somebody abroad, hours behind Nairobi, who books for a visit home.
const desktop = {
  viewport: desktopSize,
  timezoneId: 'America/Los_Angeles',
  contextOptions: { reducedMotion: 'reduce' as const },
}

/** A journey waits half of its time, so five keep two cores busy; more than twelve would wait for the market. */
function workersFor(cores: number, bytes: number): number {
  return Math.max(1, Math.min(2 * cores + 1, 12, Math.floor(bytes / 1024 ** 3 / 0.7)))
}

// They count what the whole market has, or measure its memory.
const alone = ['desk/figures.e2e.ts', 'site/hostile-uploads.e2e.ts']
const apart = ['site/market.e2e.ts', ...alone]

/** Journeys through the built product, which starts on its own port with a demo market in a temporary folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  reporter: './support/journey-report.ts',
  workers: workersFor(availableParallelism(), availableMemory()),
  retries: 0,
  forbidOnly: true,
  // A slow machine is slow, never red: each step has a limit that only something broken reaches, and a journey has none.
  timeout: 0,
  expect: { timeout: STEP_LIMIT_MS, toPass: { timeout: STEP_LIMIT_MS } },
  use: {
    baseURL,
    actionTimeout: STEP_LIMIT_MS,
    navigationTimeout: STEP_LIMIT_MS,
    locale: 'en-GB',
    serviceWorkers: 'block',
    // A journey starts with empty storage, but with the files of the site that its worker has fetched and compiled before.
    reuseContext: true,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
  // A journey is made at one width: on the desktop, or on a phone where it is tagged `@phone-only`. Those tagged
  // `@phone` are made at both, because a finger or a key does something else there. Those tagged `@both-widths` are made on a phone, and each
  // page that they look over is looked over at the width of a desktop too.
  projects: [
    // What needs the market to itself comes after all others, also after those that failed.
    { name: 'market', testMatch: 'site/market.e2e.ts', teardown: 'alone' },
    { name: 'alone', testMatch: alone, workers: 1, use: desktop },
    // The longest journeys are among these, so they are begun first.
    { name: 'phone', testIgnore: apart, dependencies: ['market'], grep: /@phone|@both-widths/, use: phone },
    {
      name: 'desktop',
      testIgnore: apart,
      dependencies: ['market'],
      grepInvert: /@phone-only|@both-widths/,
      use: desktop,
    },
  ],
  webServer: marketServer,
})
