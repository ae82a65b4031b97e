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
  await checkPage(page)
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
  await checkPage(page)
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
  await checkPage(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
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
  await checkPage(page)
  const inbox = await call(
    'GET /api/admin/messages',
    { query: { limit: 100 } },
    { token: await firstAdminToken() },
  )
  expect(inbox.data.filter((each) => each.message === message)).toMatchObject([{ name: 'Amina Hassan' }])
  await page.getByRole('button', { name: 'Write another' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('a message that is refused, or has no network, stays as it was typed', async ({
  page,
  context,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 502.*\/api\/contact/, /ERR_INTERNET_DISCONNECTED/)
  const refusal = { success: false, code: 'message_not_taken', message: 'Invalid Access Key' }
  await page.route('**/api/contact', (route) => route.fulfill({ status: 502, json: refusal }))
  const message = unique()
  await open(page, '/contactus')
  await page.getByLabel('Full Name').fill('Amina Hassan')
  await page.getByLabel('Email').fill('amina@safari.example')
  await page.getByLabel('Message').fill(message)
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Invalid Access Key')
  await checkPage(page)
  await page.unroute('**/api/contact')
  await context.setOffline(true)
  await send.click()
  await expect(page.getByRole('alert')).toContainText('What you wrote is still here')
  await expect(page.getByLabel('Message')).toHaveValue(message)
  await context.setOffline(false)
  await send.click()
  await expect(page.getByText('Form Submitted Successfully')).toBeVisible()
})

test('a machine that fills in everything is thanked and set aside', async ({ page }) => {
  const message = unique()
  await open(page, '/contactus')
  await page.getByLabel('Full Name').fill('Cheap Followers')
  await page.getByLabel('Email').fill('bot@spam.example')
  await page.getByLabel('Message').fill(message)
  await expect(page.locator('[name=botcheck]')).toBeHidden()
  await page.locator('[name=botcheck]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Form Submitted Successfully')).toBeVisible()
  const token = await firstAdminToken()
  const tray = async (state: 'open' | 'suspicious') =>
    (await call('GET /api/admin/messages', { query: { state, limit: 100 } }, { token })).data.map(
      (each) => each.message,
    )
  expect(await tray('suspicious')).toContain(message)
  expect(await tray('open')).not.toContain(message)
})

test('who we are leads to what we do and to writing to us', async ({ page, checkPage }) => {
  await open(page, '/aboutus')
  for (const figure of ['25+', '15,000+', '24/7', '2016']) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  }
  await checkPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Computer Repair' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await page.getByRole('link', { name: 'Get in Touch' }).click()
  await expect(page).toHaveURL('/contactus')
  await expect(page.getByRole('navigation', { name: 'Social media' }).getByRole('link')).toHaveCount(4)
})

test('terms and privacy are looked up by their contents, and search engines find their way', async ({
  page,
  request,
  checkPage,
}) => {
  await open(page, '/terms')
  await checkPage(page)
  await page.getByRole('link', { name: 'Cancelling, and what you get back' }).click()
  await expect(page).toHaveURL('/terms#cancelling')
  await expect(page.getByRole('heading', { name: 'Cancelling, and what you get back' })).toBeInViewport()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/terms$/)
  await open(page, '/privacy')
  await checkPage(page)
  await expect(page.getByRole('heading', { name: 'Complaining about us' })).toBeVisible()
  const map = await (await request.get('/sitemap.xml')).text()
  for (const path of ['/privacy', '/terms', '/services', '/aboutus', '/contactus'])
    expect(map).toContain(path)
  expect(map.match(/(?<!\/sw)\/rent\/[0-9a-f-]{36}</g)).toHaveLength(24)
  expect(map.match(/\/sw\/rent\/[0-9a-f-]{36}</g)).toHaveLength(24)
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /account')
})
