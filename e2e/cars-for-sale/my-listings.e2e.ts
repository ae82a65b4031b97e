import { expect, type Page } from '@playwright/test'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { renewedEnd } from '@twende/contract/listings/listing-plan.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { marketAddress } from '../support/market.ts'
import { listLive, newestOf } from '../support/own-listings.ts'
import { newPerson, openAs } from '../support/people.ts'
import { expectToast, photo } from '../support/sell-form.ts'

test('a listing is renewed from the phone', { tag: '@phone-only' }, async ({ page, checkPage }) => {
  const person = await newPerson()
  const { listingExpiresAt } = await listLive(person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'View' }).click()
  const details = page.getByRole('dialog', { name: 'Toyota Vitz' })
  await expect(details.getByText('Days remaining', { exact: true })).toBeVisible()
  await checkPage(page, 'on sale')
  await details.getByRole('button', { name: 'Renew' }).click()
  const renewing = page.getByRole('dialog', { name: 'Renew your listing' })
  const [, plan] = LISTING_PLANS
  const end = showDay(
    nairobiDay(renewedEnd(new Date(listingExpiresAt ?? ''), new Date(), { months: plan.months, days: 0 })),
  )
  await renewing.getByRole('radio', { name: /^3 months/ }).check()
  await expect(renewing.getByText(`Until ${end}`)).toBeVisible()
  await checkPage(page)
  await renewing.getByRole('button', { name: 'Ask this phone for Ksh 4,500' }).click()
  await payOnDemoPhone(page)
  await expect(renewing.getByText('Payment received')).toBeVisible()
  await expect(renewing.getByText(`Your car is on sale until ${end}.`)).toBeVisible()
  await renewing.getByRole('button', { name: 'Done' }).click()
})

test('a seller changes a verified car, withdraws the change, sells the car, and deletes it', async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  const { _id, image } = await listLive(person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit listing' })
  await editing.getByLabel('Mileage (km)').fill('20000')
  await editing.getByLabel('Replace Main Image').setInputFiles(await photo(2))
  await expect(
    editing.getByText(/^You change the mileage and the pictures\. We check these first/),
  ).toBeVisible()
  await checkPage(page, 'to be checked')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Buyers see the changed facts as soon as we have checked them.')
  await expect(card(page)).toContainText('Waiting for our check: the mileage and the pictures.')
  const changed = await newestOf(person)
  expect(changed).toMatchObject({ verified: true, mileage: 20_000 })
  expect(changed.image).not.toBe(image)
  const forBuyers = await (await fetch(`${marketAddress}/buy/${_id}`)).text()
  expect(forBuyers).toContain('75,200 km')

  await card(page).getByRole('button', { name: 'See changes' }).click()
  const details = page.getByRole('dialog', { name: 'Toyota Vitz' })
  await expect(details.getByText('20,000 km').first()).toBeVisible()
  await checkPage(page, 'with changes')
  await page.keyboard.press('Escape')
  await card(page).getByRole('button', { name: 'Withdraw changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(card(page)).not.toContainText('Waiting for our check')
  expect(await newestOf(person)).toMatchObject({ mileage: 75_200, image, edit: null })

  await card(page).getByRole('button', { name: 'Mark as Sold' }).click()
  await expect(card(page)).toContainText('Sold')
  await card(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Listing deleted successfully')
  await expect(page.getByRole('link', { name: 'List Your First Car' })).toBeVisible()
})

function card(page: Page) {
  return page.getByRole('article', { name: /^Listing: / })
}
