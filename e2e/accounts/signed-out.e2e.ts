import { expect, type Page } from '@playwright/test'
import { bookByApi, expectStep } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, carNamed, stayIn } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { newPerson, openAs, signInInPopup } from '../support/people.ts'

test('renting signed out asks to log in, refuses a wrong password, and goes on with the car one chose', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/)
  const person = await newPerson()
  await open(page, '/rent?search=Premio')
  await page.getByRole('button', { name: 'Rent Now: Toyota Premio' }).click()
  const prompt = page.getByRole('dialog', { name: 'To Proceed, you need to Login' })
  await expect(prompt).toBeVisible()
  await prompt.getByRole('button', { name: 'Login' }).click()
  const popup = page.getByRole('dialog', { name: 'Login' })
  await expect(popup).toBeVisible()
  await checkPage(page)
  await signInInPopup(page, { ...person, password: 'not my password' })
  await expect(popup.getByRole('alert')).toHaveText('The email or the password is wrong.')
  await checkPage(page)
  await popup.getByLabel(/^Password/).fill(person.password)
  await popup.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/book')
  await expectStep(page, 1)
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText('Toyota Premio')
  await expect(page.getByRole('link', { name: 'My Bookings' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Listings' }).first()).toBeVisible()
})

test('booking without a token leads to the fleet, and without a car says so', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 404.*\/api\/car\/get/)
  await page.goto('/book')
  await expect(page).toHaveURL('/allvehicles')
  // Other journeys add cars to the fleet and take them away again.
  await expect(page.getByText(/^\d+ vehicle\(s\) found$/)).toBeVisible()
  await openAs(page, await newPerson(), '/book')
  await expect(page.getByText('No car selected for booking')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Our best-rated cars' }).getByRole('article')).toHaveCount(4)
  await checkPage(page, 'without a car')
  await page.getByRole('link', { name: 'Back to Fleet' }).click()
  await expect(page).toHaveURL('/allvehicles')
})

test('booking without a car offers those that were looked at, on the dates of the visit', async ({
  page,
}) => {
  const person = await newPerson()
  const fielder = await carNamed('Toyota Fielder')
  const { startDate, endDate } = stayIn(80, 2)
  await open(page, `/rent/${fielder._id}`)
  await expect(page.getByRole('heading', { level: 1, name: fielder.name })).toBeVisible()
  await openAs(page, person, `/book?startDate=${startDate}&endDate=${endDate}`)
  await expect(page.getByRole('region', { name: 'Available on your dates' })).toBeVisible()
  const seen = page.getByRole('region', { name: 'Cars you looked at' }).getByRole('article')
  await expect(seen).toHaveCount(1)
  await seen.getByRole('button', { name: `Rent Now: ${fielder.name}` }).click()
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText(fielder.name)
  await expect(page).toHaveURL(new RegExp(`startDate=${startDate}`))
})

test('my bookings asks a visitor to log in, and shows them after it', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  await open(page, '/mybookings')
  await expect(page.getByText('Please log in to view your bookings')).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  await expect(page.getByText('No bookings found')).toBeVisible()
  await checkPage(page, 'without bookings')
})

test('the page of a booking asks a visitor to log in, and is shown to its customer only', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 404.*\/api\/booking/)
  const person = await newPerson()
  const { _id } = await bookByApi(person, 'Toyota Vitz', stayIn(70, 2))
  await open(page, `/mybookings/${_id}`)
  await expect(page.getByText('Please log in to view this booking')).toBeVisible()
  await checkPage(page, 'signed out')
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  const next = page.getByRole('region', { name: 'What is next' })
  await expect(next).toContainText(/Pay Ksh [\d,]+ by .*, \d\d:\d\d to confirm this booking\./)
  await next.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('dialog', { name: /^Pay for BK/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(next).toContainText('This booking was cancelled.')
  await checkPage(page, 'cancelled')
  await openAs(page, await newPerson(), `/mybookings/${_id}`)
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await checkPage(page, 'not found')
})

test('selling a car signed out asks to log in and then leads to the form', { tag: '@phone-only' }, async ({
  page,
}) => {
  const person = await newPerson()
  await open(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Sell Car' }).click()
  await page
    .getByRole('dialog', { name: 'To Proceed, you need to Login' })
    .getByRole('button', { name: 'Login' })
    .click()
  await signInInPopup(page, person)
  await expect(page).toHaveURL('/sell')
})

test('logging out forgets the token and goes home; the server forgets the session', async ({ page }) => {
  const person = await newPerson()
  await openAs(page, person, '/mybookings')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Bookings' })).toHaveCount(0)
  await expect
    .poll(() => call('GET /api/user/me', {}, person).catch((error: { status: number }) => error.status))
    .toBe(401)
})

test('logging out works without a network', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  await openAs(page, await newPerson(), '/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await context.setOffline(false)
})

const draftsIn = (page: Page) =>
  page.evaluate(async () => {
    const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    const databases = await indexedDB.databases()
    return [
      ...names.filter((name) => /draft|booking|delivery/.test(name)),
      ...databases.map(({ name }) => name),
    ]
  })

test('drafts go with the log-out, and when the session is found to be over', async ({ page, pageErrors }) => {
  pageErrors.expect(/status of 401/)
  const person = await newPerson()
  const leaveDraft = async (token: { token: string }, year: string) => {
    await openAs(page, token, '/sell')
    await page.getByRole('spinbutton', { name: 'Year' }).fill(year)
    await expect.poll(() => draftsIn(page)).not.toEqual([])
  }
  await leaveDraft(person, '2015')
  await page.evaluate(() => sessionStorage.setItem('booking person of a wizard left open', '{}'))
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => draftsIn(page)).toEqual([])

  const again = await call('POST /api/user/login', { body: person })
  await leaveDraft(again, '2016')
  await call('POST /api/user/logout', {}, again)
  await open(page, '/account')
  await expect(page.getByText('Please log in to see your account')).toBeVisible()
  await expect.poll(() => draftsIn(page)).toEqual([])
})

test('a car that is not in the fleet is not found', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 404.*\/rent\//)
  const { _id } = await carNamed('Toyota Vitz')
  const answer = await page.goto(`/rent/${_id.slice(0, -4)}0000`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Car not found' })).toBeVisible()
  await checkPage(page, 'not found')
  await page.getByRole('link', { name: 'Back to Fleet' }).click()
  await expect(page).toHaveURL('/rent')
})
