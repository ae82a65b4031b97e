import { expect } from '@playwright/test'
import { addDays } from '@twende/contract/calendar-day.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { rentalOut } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

test('a longer rental waits at the desk until the customer has accepted it by the link, without logging in', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await rentalOut({ customer: 'Nekesa Wafula', car: 'Toyota RAV4', daysAhead: 330 })
  const staff = { token: await firstAdminToken() }
  const params = { bookingId: rental.booking._id }
  const { data } = await call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { endDate, dropoffTime, updatedAt } = data
  const body = { endDate: addDays(endDate, 1), dropoffTime, paidBy: 'cash' as const, updatedAt }
  await call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)

  await openDesk(page, rental.deskPage)
  await expect(page.getByText(/^Change 1 of .* is not accepted yet\.$/)).toBeVisible()
  const send = page.getByRole('link', { name: 'Send the link by WhatsApp' })
  await expect(send).toHaveAttribute('href', /%2Faddendum%2F/)
  const { toAccept } = await call('GET /api/booking/:bookingId/agreements', { params }, staff)
  const path = new URL(toAccept[0]?.link ?? '').pathname
  await openAs(page, rental.customer, rental.ownPage)
  await expect(page.getByRole('link', { name: 'Read and accept' })).toHaveAttribute('href', path)
  // Away from the page, whose pictures may still be on their way.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await open(page, path)
  await expect(page.getByRole('heading', { level: 1, name: 'Change of your rental' })).toBeVisible()
  await expect(page.getByText('From now on').first()).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Accept this change' }).click()
  await expect(page.getByText('Please enter the name of the person who signs')).toBeVisible()
  await checkPage(page, 'without a name')
  await page.getByLabel('Your name').fill('Nekesa Wafula')
  await page.getByRole('button', { name: 'Accept this change' }).click()
  await expect(page.getByText(/^This change was accepted /)).toBeVisible()
})
