import { expect, type Page, type Route } from '@playwright/test'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { renewedEnd } from '@twende/contract/listings/listing-plan.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import {
  approvePayment,
  listByApi,
  listLive,
  newestOf,
  refuseChanges,
  rejectPayment,
  suspend,
} from '../support/own-listings.ts'
import { newPerson, openAs, signInInPopup } from '../support/people.ts'
import { expectToast, mpesaMessage, photo } from '../support/sell-form.ts'

test('a refused payment says why, and is paid again by a pasted message', { tag: '@phone-only' }, async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/Failed to load resource.*\/api\/sell\/renew/)
  const person = await newPerson()
  const { _id } = await listByApi(person)
  await rejectPayment(_id, 'We could not find this payment.')
  await openAs(page, person, '/listings')
  await expect(card(page)).toContainText('Pending Payment')
  await expect(card(page)).toContainText('Payment not accepted: We could not find this payment.')
  await card(page).getByRole('button', { name: 'Pay now' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay for your listing' })
  await paying.getByRole('radio', { name: 'I pay and paste the message' }).check()
  await paying.getByLabel('M-Pesa message').fill(mpesaMessage(4_500))
  await expect(paying.getByText('Ksh 4,500 pays for 3 months.')).toBeVisible()
  await expect(paying.getByLabel('Amount paid (Ksh)')).toHaveValue('4500')
  await expect(paying.getByRole('radio', { name: /^3 months/ })).toBeChecked()
  await checkPage(page, 'with a pasted message')
  await loseTheFirstAnswer(page)
  await paying.getByRole('button', { name: 'Send for checking' }).click()
  await expect(paying.getByText('Error connecting to server')).toBeVisible()
  await paying.getByRole('button', { name: 'Send for checking' }).click()
  await expect(paying.getByText('Thank you. We check your payment and write to you.')).toBeVisible()
  await approvePayment(_id)
  await lookAgain(page)
  await expect(paying.getByText('Payment received: Ksh 4,500')).toBeVisible()
  await checkPage(page, 'received')
  await paying.getByRole('button', { name: 'Done' }).click()
  await expect(card(page)).toContainText('We are checking the car.')
})

/** The person comes back to the tab: the page asks at once instead of at its next look. */
async function lookAgain(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** It is done, and only the word of it does not come back. */
async function loseTheFirstAnswer(page: Page) {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/sell/renew', lose, { times: 1 })
}

test('a listing is renewed from the phone', { tag: '@phone-only' }, async ({ page, checkPage }) => {
  const person = await newPerson()
  const { listingExpiresAt } = await listLive(person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'View' }).click()
  await page.getByRole('dialog', { name: 'Toyota Vitz' }).getByRole('button', { name: 'Renew' }).click()
  const renewing = page.getByRole('dialog', { name: 'Renew your listing' })
  const [, plan] = LISTING_PLANS
  const end = showDay(nairobiDay(renewedEnd(new Date(listingExpiresAt ?? ''), new Date(), plan.months)))
  await renewing.getByRole('radio', { name: /^3 months/ }).check()
  await expect(renewing.getByText(`Until ${end}`)).toBeVisible()
  await checkPage(page)
  await renewing.getByRole('button', { name: 'Ask this phone for Ksh 4,500' }).click()
  await payOnDemoPhone(page)
  await expect(renewing.getByText('Payment received')).toBeVisible()
  await expect(renewing.getByText(`Your car is on sale until ${end}.`)).toBeVisible()
  await renewing.getByRole('button', { name: 'Done' }).click()
})

test('a changed fact of a verified car waits for our check, as was said before', async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  const { _id, image } = await listLive(person)
  await openAs(page, person, '/listings')
  const editing = page.getByRole('dialog', { name: 'Edit listing' })
  await card(page).getByRole('button', { name: 'Edit' }).click()
  await editing.getByLabel('Mileage (km)').fill('20000')
  await editing.getByLabel('Replace Main Image').setInputFiles(await photo(2))
  await editing.getByLabel('Features').fill(' Sunroof, , Tow bar ')
  await expect(
    editing.getByText(/^You change the mileage, the pictures and the features\. We check these first/),
  ).toBeVisible()
  await checkPage(page, 'to be checked')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Buyers see the changed facts as soon as we have checked them.')
  await expect(card(page)).toContainText('Waiting for our check: the mileage, the pictures and the features.')
  await expect(card(page)).toContainText('Active')
  const changed = await newestOf(person)
  expect(changed).toMatchObject({ verified: true, mileage: 20_000, features: ['Sunroof', 'Tow bar'] })
  expect(changed.image).not.toBe(image)
  await checkPage(page, 'with changes')
  const forBuyers = await (await fetch(`${marketAddress}/buy/${_id}`)).text()
  expect(forBuyers).toContain('75,200 km')
  expect(forBuyers).toMatch(/Checked on \d+ \w+ \d{4}/)
})

test('changes that wait for our check are seen beside what buyers see, and withdrawn', async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  const { _id: id, image } = await listLive(person)
  await call('POST /api/sell/update', { body: { id, mileage: 20_000 } }, person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'See changes' }).click()
  const details = page.getByRole('dialog', { name: 'Toyota Vitz' })
  const changes = details.getByRole('region', { name: 'Waiting for our check' })
  await expect(changes.getByText('75,200 km')).toBeVisible()
  await expect(changes.getByText('20,000 km')).toBeVisible()
  await checkPage(page, 'with changes')
  await page.keyboard.press('Escape')
  await card(page).getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit listing' })
  await expect(editing.getByLabel('Mileage (km)')).toHaveValue('20000')
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await card(page).getByRole('button', { name: 'Withdraw changes' }).click()
  const asking = page.getByRole('alertdialog', { name: /^Withdraw your changes\?/ })
  await asking.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expectToast(page, 'Changes withdrawn')
  await expect(card(page)).not.toContainText('Waiting for our check')
  expect(await newestOf(person)).toMatchObject({ mileage: 75_200, image, edit: null })
})

test('refused changes say why, beside what buyers go on seeing', async ({ page, checkPage }) => {
  const person = await newPerson()
  const { _id: id } = await listLive(person)
  const { updatedListing } = await call('POST /api/sell/update', { body: { id, mileage: 20_000 } }, person)
  await refuseChanges(id, updatedListing.edit?.id ?? '', 'Please send us a photo of the dashboard.')
  await openAs(page, person, '/listings')
  await expect(card(page)).toContainText(
    'We did not accept your change of the mileage: Please send us a photo of the dashboard.',
  )
  await checkPage(page, 'with refused changes')
  await card(page).getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expectToast(page, 'Changes withdrawn')
  await expect(card(page)).not.toContainText('We did not accept')
})

test('what was changed in another tab meanwhile is kept, beside what was typed here', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409.*\/api\/sell\/update/)
  const person = await newPerson()
  const { _id: id } = await listLive(person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit listing' })
  await editing.getByLabel('Price (Ksh)').fill('950000')
  await call('POST /api/sell/update', { body: { id, color: 'Blue', rating: 4.9 } }, person)
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing.getByRole('alert')).toContainText('This listing was changed meanwhile')
  await expect(editing.getByLabel('Color')).toHaveValue('Blue')
  await expect(editing.getByLabel('Price (Ksh)')).toHaveValue('950000')
  await checkPage(page)
  await editing.getByRole('button', { name: 'Cancel' }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving your changes?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing).toBeHidden()
  expect(await newestOf(person)).toMatchObject({
    color: 'Blue',
    rating: 4.9,
    price: 950_000,
    verified: true,
    edit: { fields: ['color'], published: { color: 'Silver', price: 950_000 } },
  })
})

test('a car is marked as sold and as available, shared, and deleted for good', async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  const { _id } = await listLive(person)
  await openAs(page, person, '/listings')
  await card(page).getByRole('button', { name: 'Mark as Sold' }).click()
  await expectToast(page, 'Car marked as sold')
  await expect(card(page)).toContainText('Sold')
  await card(page).getByRole('button', { name: 'Mark Available' }).click()
  await expectToast(page, 'Car marked as available')
  await expect(card(page)).toContainText('Active')

  await card(page).getByRole('button', { name: 'View' }).click()
  const details = page.getByRole('dialog', { name: 'Toyota Vitz F 1.3' })
  for (const fact of ['Duration', 'Expires', 'Days remaining', 'Payment status', 'Views', 'Leads']) {
    await expect(details.getByText(fact, { exact: true })).toBeVisible()
  }
  await expect(details.getByText(new RegExp(`/buy/${_id}$`))).toBeVisible()
  await expect(details.getByRole('link', { name: 'See it as buyers do' })).toHaveAttribute(
    'href',
    `/buy/${_id}`,
  )
  await checkPage(page, 'on sale')
  await details.getByRole('button', { name: 'Delete' }).click()
  const asking = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this listing? This action cannot be undone.',
  })
  await asking.getByRole('button', { name: 'Keep listing' }).click()
  await details.getByRole('button', { name: 'Delete' }).click()
  await asking.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Listing deleted successfully')
  await expect(page.getByRole('link', { name: 'List Your First Car' })).toBeVisible()
})

test('a car taken off the market says why and whom to write to', async ({ page, checkPage }) => {
  const person = await newPerson()
  const { _id } = await listLive(person)
  await suspend(_id, 'Please send us the logbook.')
  await openAs(page, person, '/listings')
  await expect(card(page)).toContainText('Suspended')
  await expect(card(page)).toContainText('Taken off the market: Please send us the logbook.')
  const chat = card(page).getByRole('link', { name: /^Contact us on WhatsApp/ })
  await expect(chat).toHaveAttribute('href', /wa\.me\/\d+\?text=.*Vitz/)
  await checkPage(page, 'suspended')
})

test('somebody whose token cannot be read logs in again; a newcomer is led to the sell form', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401/)
  const person = await newPerson()
  await openAs(page, { token: 'not.a.token' }, '/listings')
  await expect(page.getByRole('heading', { level: 1, name: 'My Car Listings' })).toBeVisible()
  await expect(page.getByText('Invalid token')).toBeVisible()
  await checkPage(page)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  await expect(page.getByText('You have no cars for sale yet')).toBeVisible()
  await checkPage(page, 'without cars')
  await page.getByRole('link', { name: 'List Your First Car' }).click()
  await expect(page).toHaveURL('/sell-car')
})

function card(page: Page) {
  return page.getByRole('article', { name: /^Listing: / })
}
