import { test as base, type Page } from '@playwright/test'
import { checkPage } from './page-checks.ts'
import { type PageErrors, watchPageErrors } from './page-errors.ts'

type Journey = {
  /** Watches every page of the journey; at its end there must have been no trouble but what was announced. */
  pageErrors: PageErrors
  /** Looks at the page as it stands: accessibility, width, pictures, errors. */
  checkPage: (page: Page) => Promise<void>
  /** Does this at the journey's end, however it ends: the market is there for the next one. */
  atEnd: (restore: () => Promise<void>) => void
}

export const test = base.extend<Journey>({
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = watchPageErrors(context)
      await use(pageErrors)
      pageErrors.none()
    },
    { auto: true },
  ],
  checkPage: async ({ pageErrors }, use) => {
    await use((page) => checkPage(page, pageErrors))
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what is wanted from the pattern
  atEnd: async ({}, use) => {
    const restores: (() => Promise<void>)[] = []
    await use((restore) => void restores.push(restore))
    for (const restore of restores) await restore()
  },
})
