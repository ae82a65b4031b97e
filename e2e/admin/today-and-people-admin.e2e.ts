import { expect } from '@playwright/test'
import type { RouteReply } from '@twende/contract/http/route.ts'
import type { todayRoutes } from '@twende/contract/today/today-routes.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { firstAdminToken, newPerson, newStaff, openAs, type Person } from '../support/people.ts'
import { pendingRental } from '../support/prepare-rental.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

function idOf({ token }: Person): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).id
}

test('today counts a booking made elsewhere, without a reload', async ({ page, checkPage }) => {
  await page.clock.install()
  await openAs(page, { token: await firstAdminToken() }, '/admin')
  const tile = page.getByRole('link', { name: /Bookings to confirm/ })
  await expect(tile).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Money in, seven days' })).toBeVisible()
  await checkPage(page)
  await pendingRental({ customer: 'Njeri Wambua', car: 'Honda Fit Hybrid', daysAhead: 200 })
  // Another journey may confirm a booking meanwhile: the page shows what it is told when it asks again by itself.
  const asking = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/today')
  await page.clock.fastForward('00:30')
  const asked = await asking
  const told: RouteReply<(typeof todayRoutes)['GET /api/admin/today']> = await asked.json()
  expect(told.data.counts.bookingsToConfirm).toBeGreaterThan(0)
  await expect(tile).toContainText(String(told.data.counts.bookingsToConfirm))
  await page.getByRole('link', { name: 'List of today’s pickups and returns' }).click()
  await expect(page).toHaveURL('/admin/yard')
  const pickups = page.getByRole('region', { name: /^Pickups \(\d+\)$/ })
  await expect(pickups).toBeVisible()
  await checkPage(page)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await page.goBack()
  await tile.click()
  await expect(page).toHaveURL(/\/admin\/bookings/)
})

test('staff finds a person by phone, notes and bans; the banned browser is out at once, and the audit log says why', {
  tag: '@both-widths',
}, async ({ page, browser, pageErrors, checkPage }) => {
  const name = 'Kiprono Ruto'
  const person = await newPerson(name)
  await call('POST /api/user/update', { body: { phone: person.phone, password: person.password } }, person)
  const theirs = await browser.newContext({ baseURL: marketAddress })
  const theirPage = await theirs.newPage()
  await openAs(theirPage, person, '/mybookings')
  await expect(theirPage.getByRole('button', { name: 'Refresh' })).toBeVisible()

  await openAs(page, await newStaff('Mercy Atieno'), '/admin/people')
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  await checkPage(page)
  await page.getByLabel('Search people').fill(person.phone)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('New note').fill('Called twice about a deposit')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Called twice about a deposit')
  await expect(page.getByRole('button', { name: 'Change role' })).toBeHidden()
  await checkPage(page)
  await page.getByRole('button', { name: 'Ban' }).click()
  const dialog = page.getByRole('dialog', { name: `Ban ${name}?` })
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('textbox').fill('Asks buyers for deposits')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Unban' })).toBeVisible()

  await theirPage.getByRole('button', { name: 'Refresh' }).click()
  await expect(theirPage.getByText('Please log in to view your bookings')).toBeVisible()
  await theirs.close()

  // What is the admin's is not staff's.
  pageErrors.expect(/status of 403.*\/api\/admin\/audit/)
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeHidden()
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { name: 'For admins only' })).toBeVisible()

  await openAs(
    page,
    { token: await firstAdminToken() },
    `/admin/audit?subject=accounts&subjectId=${idOf(person)}`,
  )
  const change = page.getByRole('article', { name: /Mercy Atieno: Ban an account/ })
  await expect(change).toContainText('Asks buyers for deposits')
  await expect(change).toContainText('Banned at')
  await checkPage(page)
})

test('an admin makes somebody staff, who signs in again', async ({ page, checkPage }) => {
  const person = await newPerson('Faith Chebet')
  await openAs(page, { token: await firstAdminToken() }, `/admin/people/${idOf(person)}`)
  await page.getByRole('button', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role of Faith Chebet' })
  await dialog.getByLabel('Role').selectOption('staff')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Customer → Staff')).toBeVisible()
  await expect(call('GET /api/user/me', {}, person)).rejects.toMatchObject({ status: 401 })
  const { token } = await call('POST /api/user/login', { body: person })
  await openAs(page, { token }, '/admin')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
})

test('a letter is marked as answered, and put back', async ({ page, checkPage }) => {
  const { name, email } = await newPerson('Zawadi Mwangi')
  await call('POST /api/contact', {
    body: { name, email, message: 'Call me on 0722 918 273 about the Vitz.' },
  })
  await openAs(page, { token: await firstAdminToken() }, '/admin/messages')
  const letter = page.getByRole('article', { name: 'From Zawadi Mwangi' }).first()
  await expect(letter.getByRole('link', { name: 'Reply by email' })).toHaveAttribute('href', /^mailto:/)
  await expect(letter.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /254722918273/)
  await checkPage(page)
  await letter.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(letter.getByText(/Answered by/)).toBeVisible()
  await letter.getByRole('button', { name: 'Undo' }).click()
  await expect(letter.getByRole('button', { name: 'Mark as answered' })).toBeVisible()
})

test('an admin sees who holds what unpaid, and who looked at whose data', async ({ page, checkPage }) => {
  const { customer } = await pendingRental({
    customer: 'Fatuma Wanyama',
    car: 'Honda Fit Hybrid',
    daysAhead: 210,
  })
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin/holds')
  await expect(page.getByText('Fatuma Wanyama').first()).toBeVisible()
  await checkPage(page)
  const params = { accountId: idOf(customer) }
  await call('GET /api/admin/person/:accountId', { params }, { token })
  await openAs(page, { token }, '/admin/audit/access')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Person', exact: true }).first(),
  ).toBeVisible()
  await checkPage(page)
})

test('staff who log in at the console see the page that they opened', async ({ page, checkPage }) => {
  const staff = await newStaff('Mercy Atieno')
  await page.goto('/admin/people?search=mercy')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to the admin app' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await login.getByLabel('Email').fill(staff.email)
  await login.getByLabel(/^Password/).fill(staff.password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page).toHaveURL(/search=mercy/)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
