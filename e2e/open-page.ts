import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it answers to taps. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}

/** Waits until the scripts of a page that came from the server have taken it over. */
export async function awake(page: Page) {
  const isAwake = () =>
    Object.keys(document.getElementById('content') ?? {}).some((key) => key.startsWith('__reactProps$'))
  await expect.poll(() => page.evaluate(isAwake), { timeout: 20_000 }).toBe(true)
}
