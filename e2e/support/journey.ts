import { test as base, expect, type Page } from '@playwright/test'
import { type SentData, textsOutsideCatalogue, watchSentData } from './catalogue.ts'
import { noteLook } from './looks.ts'
import { checkPage, isLookedOver, lookAt } from './page-checks.ts'
import { type PageErrors, watchPageErrors } from './page-errors.ts'
import { desktopSize } from './screen-sizes.ts'

type Journey = {
  /** Watches every page of the journey; at its end there must have been no trouble but what was announced. */
  pageErrors: PageErrors
  /** The data that the pages of the journey are sent. */
  sentData: SentData
  /**
   * Looks over the page as it stands: accessibility, width, pictures, errors, texts; at two widths in a journey tagged
   * `@both-widths`. Does so once a run for a page, dialog and state: one that looks different from what others see has a name.
   */
  checkPage: (page: Page, state?: string) => Promise<void>
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
  // Only of journeys that look a page over: reading every answer takes a tenth of their time.
  sentData: async ({ context }, use) => {
    await use(watchSentData(context))
  },
  checkPage: async ({ pageErrors, sentData }, use, { tags }) => {
    await use(async (page, state) => {
      const size = page.viewportSize() ?? desktopSize
      for (const wanted of tags.includes('@both-widths') ? [size, desktopSize] : [size]) {
        const look = await lookAt(page, wanted.width, state)
        if (await isLookedOver(look)) continue
        await page.setViewportSize(wanted)
        await checkPage(page, pageErrors, look)
        const { outside } = await textsOutsideCatalogue(page, sentData)
        expect(outside, 'texts that are neither in the catalogue of their language nor data').toEqual([])
        noteLook(look)
      }
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
