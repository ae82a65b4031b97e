import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { firstAdminToken, newStaff, openAs } from '../support/people.ts'
import { pendingRental } from '../support/prepare-rental.ts'

test('a clerk without rights works at the desk, and sees no money, no reports and no people until an admin allows it', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 403.*\/api\/admin\/(payments|person)/)
  const { booking, customer } = await pendingRental({
    customer: 'Zuhura Wekesa',
    car: 'Toyota Vitz',
    daysAhead: 230,
  })
  const clerk = await newStaff('Baraka Mutua', [])
  const { data: me } = await call('GET /api/user/me', {}, clerk)
  const { data: them } = await call('GET /api/user/me', {}, customer)
  await openAs(page, clerk, '/admin')
  await expect(page.getByRole('link', { name: /Bookings to confirm/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bookings made, seven days' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Money in, seven days' })).toBeHidden()
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('link', { name: 'Bookings' })).toBeVisible()
  for (const name of ['Payments', 'Refunds', 'Deposits', 'Reports', 'People'])
    await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await checkPage(page, 'without rights')

  await page.getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('Zuhura Wekesa')
  await expect(palette.getByRole('option', { name: new RegExp(booking.bookingId) })).toBeVisible()
  await expect(palette.getByText(customer.email)).toBeHidden()
  await page.keyboard.press('Escape')

  await openAs(page, clerk, '/admin/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'You may not see this' })).toBeVisible()
  await expect(page.getByText('Ask an admin.')).toBeVisible()
  await checkPage(page, 'without rights')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Huna ruhusa ya kuona ukurasa huu' }),
  ).toBeVisible()
  await checkPage(page, 'without rights')
  await page.getByRole('button', { name: 'English' }).click()

  await openAs(page, clerk, `/admin/people/${them._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'You may not see this' })).toBeVisible()
  await call(
    'POST /api/admin/person/:accountId/rights',
    { params: { accountId: me._id }, body: { was: [], rights: ['people'], reason: 'Answers customers' } },
    { token: await firstAdminToken() },
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Zuhura Wekesa' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' })).toBeHidden()
})
