import { test as base, type Page } from '@playwright/test'
import { checkTexts, type SentData, watchSentData } from './catalogue.ts'
import { checkPage } from './page-checks.ts'
import { type PageErrors, watchPageErrors } from './page-errors.ts'
import { desktopSize } from './screen-sizes.ts'

type Journey = {
  /** Watches every page of the journey; at its end there must have been no trouble but what was announced. */
  pageErrors: PageErrors
  /** The data that the pages of the journey are sent. */
  sentData: SentData
  /** Looks at the page as it stands: accessibility, width, pictures, errors, texts; at two widths in a journey tagged `@both-widths`. */
  checkPage: (page: Page) => Promise<void>
  /** Does this at the journey's end, however it ends: the market is there for the next one. */
  atEnd: (restore: () => Promise<void>) => void
}

export const test = base.extend<Journey>({
  // The journeys of a worker share a context, but no page: what the browser was told of one, such as a slow network, ends with it.
  page: async ({ context }, use) => {
    await use(await context.newPage())
  },
  pageErrors: [
    async ({ browser, context }, use) => {
      const pageErrors = watchPageErrors(context)
      await use(pageErrors)
      // What else was opened would go on asking the server beside the journeys that follow.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      await context.setOffline(false)
      pageErrors.none()
    },
    { auto: true },
  ],
  sentData: [
    async ({ context }, use) => {
      await use(watchSentData(context))
    },
    { auto: true },
  ],
  checkPage: async ({ pageErrors, sentData }, use, { tags }) => {
    await use(async (page) => {
      await checkPage(page, pageErrors)
      await checkTexts(page, sentData)
      const size = page.viewportSize()
      if (!size || !tags.includes('@both-widths')) return
      await page.setViewportSize(desktopSize)
      await checkPage(page, pageErrors)
      await checkTexts(page, sentData)
      await page.setViewportSize(size)
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what is wanted from the pattern
  atEnd: async ({}, use) => {
    const restores: (() => Promise<void>)[] = []
    await use((restore) => void restores.push(restore))
    for (const restore of restores) await restore()
  },
})
