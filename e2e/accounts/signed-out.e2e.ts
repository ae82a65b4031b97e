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
  const popup = page.getByRole('dialog', { name: 'Login' })
  await signInInPopup(page, { ...person, password: 'not my password' })
  await expect(popup.getByRole('alert')).toHaveText('The email or the password is wrong.')
  await checkPage(page)
  await popup.getByLabel(/^Password/).fill(person.password)
  await popup.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/book')
  await expectStep(page, 1)
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText('Toyota Premio')
  await expect(page.getByRole('link', { name: 'My Bookings' }).first()).toBeVisible()
})

test('booking without a token leads to the fleet, and without a car offers those that were looked at', async ({
  page,
  checkPage,
}) => {
  const fielder = await carNamed('Toyota Fielder')
  const { startDate, endDate } = stayIn(80, 2)
  await page.goto('/book')
  await expect(page).toHaveURL('/allvehicles')
  await open(page, `/rent/${fielder._id}`)
  await expect(page.getByRole('heading', { level: 1, name: fielder.name })).toBeVisible()
  await openAs(page, await newPerson(), `/book?startDate=${startDate}&endDate=${endDate}`)
  await expect(page.getByText('No car selected for booking')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Available on your dates' })).toBeVisible()
  const seen = page.getByRole('region', { name: 'Cars you looked at' }).getByRole('article')
  await expect(seen).toHaveCount(1)
  await checkPage(page, 'without a car')
  await seen.getByRole('button', { name: `Rent Now: ${fielder.name}` }).click()
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText(fielder.name)
  await expect(page).toHaveURL(new RegExp(`startDate=${startDate}`))
})

test('the page of a booking asks a visitor to log in, and is shown to its customer only', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 404.*\/(api\/booking|rent)/)
  const person = await newPerson()
  const { _id, carId } = await bookByApi(person, 'Toyota Vitz', stayIn(70, 2))
  const body = { cancellationReason: 'Cancelled by customer' }
  await call('PUT /api/booking/:bookingId/cancel', { params: { bookingId: _id }, body }, person)
  await open(page, `/mybookings/${_id}`)
  await expect(page.getByText('Please log in to view this booking')).toBeVisible()
  await checkPage(page, 'signed out')
  await openAs(page, person, `/mybookings/${_id}`)
  const next = page.getByRole('region', { name: 'What is next' })
  await expect(next).toContainText('This booking was cancelled.')
  await checkPage(page, 'cancelled')
  await openAs(page, await newPerson(), `/mybookings/${_id}`)
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
  await checkPage(page, 'not found')
  const answer = await page.goto(`/rent/${carId.slice(0, -4)}0000`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Car not found' })).toBeVisible()
  await checkPage(page, 'not found')
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

test('token and drafts go with the log-out, without a network too, and when the session is over', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.expect(/status of 401/, /ERR_INTERNET_DISCONNECTED/)
  const person = await newPerson()
  const leaveDraft = async (token: { token: string }, year: string) => {
    await openAs(page, token, '/sell')
    await page.getByRole('spinbutton', { name: 'Year' }).fill(year)
    await expect.poll(() => draftsIn(page)).not.toEqual([])
  }
  const isOut = async () => {
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect.poll(() => draftsIn(page)).toEqual([])
  }
  await leaveDraft(person, '2015')
  await page.evaluate(() => sessionStorage.setItem('booking person of a wizard left open', '{}'))
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await isOut()
  await expect
    .poll(() => call('GET /api/user/me', {}, person).catch((error: { status: number }) => error.status))
    .toBe(401)

  const again = await call('POST /api/user/login', { body: person })
  await leaveDraft(again, '2016')
  await call('POST /api/user/logout', {}, again)
  await open(page, '/account')
  await expect(page.getByText('Please log in to see your account')).toBeVisible()
  await isOut()

  await openAs(page, await call('POST /api/user/login', { body: person }), '/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await isOut()
  await context.setOffline(false)
})
