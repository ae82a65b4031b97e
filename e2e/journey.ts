import { test as base, type Page } from '@playwright/test'
import { lookOver } from './looked-over.ts'
import { type Trouble, watchForTrouble } from './trouble.ts'

type Journey = {
  /** Watches every page of the journey; at its end there must have been no trouble but what was announced. */
  trouble: Trouble
  /** Looks at the page as it stands: accessibility, width, pictures, errors. */
  lookOver: (page: Page) => Promise<void>
  /** Does this at the journey's end, however it ends: the market is there for the next one. */
  atEnd: (restore: () => Promise<void>) => void
}

export const test = base.extend<Journey>({
  trouble: [
    async ({ context }, use) => {
      const trouble = watchForTrouble(context)
      await use(trouble)
      trouble.none()
    },
    { auto: true },
  ],
  lookOver: async ({ trouble }, use) => {
    await use((page) => lookOver(page, trouble))
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what is wanted from the pattern
  atEnd: async ({}, use) => {
    const restores: (() => Promise<void>)[] = []
    await use((restore) => void restores.push(restore))
    for (const restore of restores) await restore()
  },
})
