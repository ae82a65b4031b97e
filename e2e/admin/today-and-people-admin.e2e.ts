import { expect } from '@playwright/test'
import type { RouteReply } from '@twende/contract/http/route.ts'
import type { todayRoutes } from '@twende/contract/today/today-routes.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { firstAdminToken, newPerson, openAs, type Person } from '../support/people.ts'
import { pendingRental } from '../support/prepare-rental.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

function idOf({ token }: Person): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).id
}

test('today counts a booking made elsewhere without a reload, and leads to what waits', async ({
  page,
  checkPage,
}) => {
  const { name, email } = await newPerson('Zawadi Mwangi')
  const message = 'Call me on 0722 918 273 about the Vitz.'
  await call('POST /api/contact', { body: { name, email, message } })
  await page.clock.install()
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin')
  const tile = page.getByRole('link', { name: /Bookings to confirm/ })
  await expect(tile).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Money in, seven days' })).toBeVisible()
  await checkPage(page)
  const rental = { customer: 'Fatuma Wanyama', car: 'Honda Fit Hybrid', daysAhead: 200 }
  const { customer } = await pendingRental(rental)
  // Another journey may confirm a booking meanwhile: the page shows what it is told when it asks again by itself.
  const asking = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/today')
  await page.clock.fastForward('00:30')
  const told: RouteReply<(typeof todayRoutes)['GET /api/admin/today']> = await (await asking).json()
  expect(told.data.counts.bookingsToConfirm).toBeGreaterThan(0)
  await expect(tile).toContainText(String(told.data.counts.bookingsToConfirm))
  await page.getByRole('link', { name: 'List of today’s pickups and returns' }).click()
  await expect(page.getByRole('region', { name: /^Pickups \(\d+\)$/ })).toBeVisible()
  await checkPage(page)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)

  await openAs(page, { token }, '/admin/messages')
  await expect(page.getByRole('article', { name: 'From Zawadi Mwangi' }).first()).toBeVisible()
  await checkPage(page)
  await openAs(page, { token }, '/admin/holds')
  await expect(page.getByText('Fatuma Wanyama').first()).toBeVisible()
  await checkPage(page)
  await call('GET /api/admin/person/:accountId', { params: { accountId: idOf(customer) } }, { token })
  await openAs(page, { token }, '/admin/audit/access')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Person', exact: true }).first(),
  ).toBeVisible()
  await checkPage(page)
})

test('an admin finds a person by phone, notes and bans, and makes somebody else staff; the audit log says why', async ({
  page,
  checkPage,
}) => {
  const lookAtBothWidths = async () => {
    await checkPage(page)
    await page.setViewportSize(phoneSize)
    await checkPage(page)
    await page.setViewportSize(desktopSize)
  }
  const [name, other] = ['Kiprono Ruto', 'Faith Chebet']
  const [person, colleague] = [await newPerson(name), await newPerson(other)]
  await call('POST /api/user/update', { body: { phone: person.phone, password: person.password } }, person)
  const admin = { token: await firstAdminToken() }
  await openAs(page, admin, '/admin/people')
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  await lookAtBothWidths()
  await page.getByLabel('Search people').fill(person.phone)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('New note').fill('Called twice about a deposit')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Called twice about a deposit')
  await lookAtBothWidths()
  await page.getByRole('button', { name: 'Ban' }).click()
  const banning = page.getByRole('dialog', { name: `Ban ${name}?` })
  await banning.getByRole('button', { name: 'Ban' }).click()
  await expect(banning.getByText('Please give a reason')).toBeVisible()
  await lookAtBothWidths()
  await banning.getByRole('textbox').fill('Asks buyers for deposits')
  await banning.getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByRole('button', { name: 'Unban' })).toBeVisible()

  await openAs(page, admin, `/admin/people/${idOf(colleague)}`)
  await page.getByRole('button', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the role of ${other}` })
  await dialog.getByLabel('Role').selectOption('staff')
  await dialog.getByRole('checkbox', { name: /^Payments/ }).check()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Customer → Staff (Payments)')).toBeVisible()
  await page.getByRole('button', { name: 'Change rights' }).click()
  const rights = page.getByRole('dialog', { name: `Change the rights of ${other}` })
  await rights.getByRole('checkbox', { name: /^Reports/ }).check()
  await lookAtBothWidths()
  await rights.getByRole('button', { name: 'Change rights' }).click()
  await expect(page.getByText('Payments → Payments, Reports')).toBeVisible()

  await openAs(page, admin, `/admin/audit?subject=accounts&subjectId=${idOf(person)}`)
  const change = page.getByRole('article', { name: /Ban an account/ })
  await expect(change).toContainText('Asks buyers for deposits')
  await expect(change).toContainText('Banned at')
  await checkPage(page)
})
