import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, carNamed } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { newPerson, openAs } from '../support/people.ts'

for (const [name, path] of [
  ['the home page', async () => '/'],
  ['the fleet', async () => '/rent'],
  ['the page of a car', async () => `/rent/${(await carNamed('Toyota Land Cruiser V8'))._id}`],
  ['the page of a car for sale', async () => `/buy/${await oldestListing()}`],
] as const) {
  test(`nothing jumps on ${name}, signed out or in`, { tag: '@phone' }, async ({ page }) => {
    await watchLayout(page)
    await page.goto(await path())
    await scrollThrough(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await openAs(page, await newPerson(), await path())
    await scrollThrough(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
  })

  test(`${name} fits a screen magnified four times`, async ({ page, checkPage }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await open(page, await path())
    await checkPage(page)
  })
}

test('the wizard and my bookings fit a screen magnified four times', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const { _id } = await carNamed('Toyota Vitz')
  await openAs(page, await newPerson(), `/rent/${_id}`)
  await page.getByRole('button', { name: 'Rent This Car' }).click()
  await expect(page.getByLabel('Pickup date')).toBeVisible()
  await checkPage(page)
  await page.goto('/mybookings')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await checkPage(page)
})

async function watchLayout(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('hadRecentInput' in entry && entry.hadRecentInput) continue
        const value = 'value' in entry ? Number(entry.value) : 0
        Object.assign(window, { layoutShift: Number(Reflect.get(window, 'layoutShift')) + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'layoutShift')))
}

/** Down to the end and back, so that everything lazy comes in. */
async function scrollThrough(page: Page) {
  await awake(page)
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let y = 0; y < document.documentElement.scrollHeight; y += 300) {
      window.scrollTo({ top: y, behavior: 'instant' })
      await frame()
      await frame()
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    const near = [...document.images].filter((image) => image.getBoundingClientRect().left < innerWidth)
    await Promise.all(near.map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
    await frame()
  })
}

async function oldestListing(): Promise<string | undefined> {
  const { data } = await call('GET /api/sell/list', {})
  return data.at(-1)?._id
}
