import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { startFirefox } from './firefox.ts'
import { Page } from './page.ts'
import { startWebKit } from './webkit.ts'

const starts = { firefox: startFirefox, webkit: startWebKit }

export type BrowserOption = { driven: keyof typeof starts }

/** A test with a page in the browser of its project, which is started for it and closed after it. */
export const test = base.extend<BrowserOption & { own: Page }>({
  driven: ['firefox', { option: true }],
  own: async ({ driven }, use, testInfo) => {
    const driver = await starts[driven]()
    try {
      await use(new Page(driver))
      if (testInfo.status !== testInfo.expectedStatus)
        await writeFile(testInfo.outputPath('page.png'), await driver.screenshot())
    } finally {
      await driver.close()
    }
  },
})
