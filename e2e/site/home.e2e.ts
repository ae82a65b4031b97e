import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { awake, open } from '../support/open-page.ts'

test('the home page shows what Twende is: hero, search, four cars, figures, voices', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Quick View: / })).toHaveCount(4)
  await expect(page.getByText('5000+')).toBeVisible()
  await expect(page.getByText('200+')).toBeVisible()
  await expect(page.getByText('50+')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(3)
  await checkPage(page)
  await page.getByRole('link', { name: 'Rent Now' }).click()
  await expect(page).toHaveURL('/rent')
  await page.goBack()
  await page.getByRole('link', { name: 'Buy/Sell Car' }).click()
  await expect(page).toHaveURL('/buy')
})

test('a featured car opens in a quick view and leads to its page', async ({ page, checkPage }) => {
  await open(page, '/')
  const opener = page.getByRole('button', { name: /^Quick View: / }).first()
  const name = (await opener.getAttribute('aria-label'))?.replace('Quick View: ', '') ?? ''
  await opener.click()
  const quickView = page.getByRole('dialog', { name })
  await expect(quickView.getByRole('button', { name: 'Rent This Car' })).toBeVisible()
  await checkPage(page)
  await quickView.getByRole('link', { name: 'Full details' }).click()
  await expect(page).toHaveURL(/\/rent\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the hero turns every five seconds, waits where asked to, and shows the slide one chooses', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openWithStoppedClock(page)
  for (const next of [2, 3, 4, 1]) {
    await page.clock.runFor(5000)
    await expect(slideButton(page, next)).toHaveAttribute('aria-current', 'true')
  }
  await slideButton(page, 3).click()
  await expect(slideButton(page, 3)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the slides' }).click()
  await leaveHero(page)
  await page.clock.runFor(20_000)
  await expect(slideButton(page, 3)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Play the slides' }).click()
  await leaveHero(page)
  await page.clock.runFor(5000)
  await expect(slideButton(page, 4)).toHaveAttribute('aria-current', 'true')
})

test('the hero stands still for those who want no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openWithStoppedClock(page)
  await page.clock.runFor(20_000)
  await expect(slideButton(page, 1)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
})

test('the search box of the home page leads to the fleet with its words and category', {
  tag: '@phone-only',
}, async ({ page }) => {
  await open(page, '/')
  const box = page.getByRole('search')
  await box.getByLabel('Car Name').fill('prado')
  await box.getByLabel('Category').selectOption('SUV')
  await box.getByRole('button', { name: 'Search Cars' }).click()
  await expect(page).toHaveURL('/rent?search=prado&category=SUV')
  await expect(page.getByText('1 vehicle(s) found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Toyota Land Cruiser Prado TX' })).toBeVisible()
})

test('the search box works before any script does', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Car Name').fill('fielder')
  await page.getByRole('button', { name: 'Search Cars' }).click()
  await expect(page.getByRole('link', { name: 'Toyota Fielder' })).toBeVisible()
  await context.close()
})

function slideButton(page: Page, number: number) {
  return page.getByRole('button', { name: `Show slide ${number}: ` })
}

/** With the clock stopped, time passes only where a journey says so. */
async function openWithStoppedClock(page: Page) {
  await page.clock.install()
  await open(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.reload()
  await awake(page)
  await expect(slideButton(page, 1)).toHaveAttribute('aria-current', 'true')
}

/** Pointer and focus go elsewhere: both hold the slides while they are on them. */
async function leaveHero(page: Page) {
  await page.getByLabel('Car Name').click()
}
