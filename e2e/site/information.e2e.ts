import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { catchChats } from '../support/page-errors.ts'
import { firstAdminToken } from '../support/people.ts'

const unique = () => `Is the Prado free on the ${Math.floor(Math.random() * 1e9)}th?`

test('a service is found by its name, and asked for in a chat that names it', async ({
  page,
  context,
  checkPage,
}) => {
  const chats = await catchChats(context)
  await open(page, '/services')
  await expect(page.getByRole('heading', { name: 'Our Services' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(8)
  const search = page.getByRole('searchbox', { name: 'Search services' })
  await search.fill('recovery')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL('/services?search=recovery')
  const chat = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Ask on WhatsApp: Data Recovery' }).click()
  await expect(await chat).toHaveTitle('WhatsApp')
  expect(chats.map((each) => each.searchParams.get('text'))).toEqual([
    'Hello Twende, I would like to ask about your service "Data Recovery".',
  ])
  await search.fill('plumbing')
  await expect(page.getByText('No services found')).toBeVisible()
  await checkPage(page, 'none found')
  await page.getByRole('button', { name: 'Show all services' }).click()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page).toHaveURL('/services')
})

test('services that cannot be loaded say so and can be tried again', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/ERR_FAILED|net::|Failed to load resource/)
  await open(page, '/terms')
  await page.route('**/api/service/list', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
  await expect(page.getByText('Error connecting to server')).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/service/list')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article')).toHaveCount(8)
})

test('a message is sent, thanked for, and lies in our inbox', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const message = unique()
  await open(page, '/contactus')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await checkPage(page)
  await page.getByLabel('Full Name').fill('Amina Hassan')
  await page.getByLabel('Email').fill('amina@safari.example')
  await page.getByLabel('Message').fill(message)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/contact', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending....' })).toBeVisible()
  arrived.resolve()
  await expect(page.getByText('Form Submitted Successfully')).toBeFocused()
  await checkPage(page, 'thanked')
  const inbox = await call(
    'GET /api/admin/messages',
    { query: { limit: 100 } },
    { token: await firstAdminToken() },
  )
  expect(inbox.data.filter((each) => each.message === message)).toMatchObject([{ name: 'Amina Hassan' }])
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('who we are leads to what we do and to writing to us', async ({ page }) => {
  await open(page, '/aboutus')
  for (const figure of ['25+', '15,000+', '24/7', '2016']) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Computer Repair' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await page.getByRole('link', { name: 'Get in Touch' }).click()
  await expect(page).toHaveURL('/contactus')
  await expect(page.getByRole('navigation', { name: 'Social media' }).getByRole('link')).toHaveCount(4)
})

test('terms and privacy are looked up by their contents', async ({ page }) => {
  await open(page, '/terms')
  await page.getByRole('link', { name: 'Cancelling, and what you get back' }).click()
  await expect(page).toHaveURL('/terms#cancelling')
  await expect(page.getByRole('heading', { name: 'Cancelling, and what you get back' })).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Complaining about us' })).toBeVisible()
})
