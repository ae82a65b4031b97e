import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, carNamed } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { newPerson, openAs } from '../support/people.ts'

/** Pages with many pictures, on which something could jump. */
async function pathsOfPictures(): Promise<string[]> {
  const [car, listing] = await Promise.all([carNamed('Toyota Land Cruiser V8'), oldestListing()])
  return ['/', '/rent', `/rent/${car._id}`, `/buy/${listing}`]
}

test('nothing jumps on the home page, the fleet and the pages of cars, signed out or in', {
  tag: '@phone',
}, async ({ page }) => {
  await watchLayout(page)
  const paths = await pathsOfPictures()
  for (const path of paths) {
    await page.goto(path)
    await scrollThrough(page)
    expect(await layoutShift(page), path).toBeLessThan(0.02)
  }
  const { token } = await newPerson()
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  // Only the frame around a page knows who is signed in, and it is the same around each.
  await page.goto('/')
  await scrollThrough(page)
  expect(await layoutShift(page), 'signed in').toBeLessThan(0.02)
})

test('pages, the wizard and my bookings fit a screen magnified four times', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const [home = '/', fleet = '', car = '', listing = ''] = await pathsOfPictures()
  await openAs(page, await newPerson(), home)
  await checkPage(page)
  for (const path of [fleet, listing, car]) {
    await open(page, path)
    await checkPage(page)
  }
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
