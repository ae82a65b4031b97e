import { defineConfig } from '@playwright/test'
import { marketServer } from '../market-server.ts'
import type { BrowserOption } from './test.ts'

/** The main ways of customers in Firefox and WebKit, one after the other: `npm run browsers`. */
export default defineConfig<BrowserOption>({
  testDir: '.',
  testMatch: '*.smoke.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'firefox', use: { driven: 'firefox' } },
    { name: 'webkit', use: { driven: 'webkit' } },
  ],
  webServer: marketServer,
})
