import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it answers to taps. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}

/** Waits until the scripts of a page that came from the server have taken it over. */
export async function awake(page: Page) {
  const isAwake = () =>
    // The footer of the site comes after the first view, and is taken over by itself. The admin app has none.
    [document.querySelector('#content'), ...document.querySelectorAll('footer')].every(
      (element) => element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps$')),
    )
  await expect.poll(() => page.evaluate(isAwake), { intervals: [50] }).toBe(true)
}
