import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { owe } from '../support/past-days.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { disputeByApi, keepByApi, rentalBack, rentalOut } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

const depositOn = (page: Page) => page.getByRole('region', { name: 'Deposit' })

test('staff keeps a part of the deposit for a scratch, with a photo of the return', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { deskPage } = await rentalBack({ customer: 'Muthoni Karanja', car: 'Toyota Premio', daysAhead: 150 })
  await openDesk(page, deskPage)
  const deposit = depositOn(page)
  await deposit.getByRole('button', { name: 'Keep part of the deposit' }).click()
  const keeping = page.getByRole('dialog', { name: /^Keep part of the deposit of BK/ })
  await keeping.getByLabel('Reason').selectOption('Damage')
  await keeping.getByLabel('Amount to keep (Ksh)').fill('1,500')
  await keeping.getByLabel('What the customer is told').fill('The scratch on the left side')
  await keeping.getByRole('button', { name: 'Keep part of the deposit' }).click()
  await expect(keeping.getByText('Choose a photo of the return, or take a new one.')).toBeVisible()
  await expect(keeping.getByRole('img', { name: 'Return: Left side', exact: true })).toBeVisible()
  await checkPage(page)
  await keeping.getByRole('checkbox', { name: 'Left side' }).check()
  await keeping.getByRole('button', { name: 'Keep part of the deposit' }).click()
  await expect(keeping).toBeHidden()
  await expect(deposit.getByText('The scratch on the left side')).toBeVisible()
  await expect(deposit.getByRole('img', { name: 'Photo of the kept part: Damage' })).toBeVisible()
  await checkPage(page, 'kept part')
  await deposit.getByRole('button', { name: 'Do not keep it' }).click()
  const releasing = page.getByRole('dialog', { name: 'Stop keeping Ksh 1,500 of the deposit?' })
  await expect(releasing.getByLabel('Why is it not kept?')).toBeVisible()
  await checkPage(page)
  await releasing.getByRole('button', { name: 'Back' }).click()
  await expect(releasing).toBeHidden()
})

test('staff gives back a deposit, and finds it in the list of what goes back', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await rentalBack({ customer: 'Karanja Muthoni', car: 'Toyota Premio', daysAhead: 160 })
  await openDesk(page, rental.deskPage)
  const deposit = depositOn(page)
  await deposit.getByRole('button', { name: 'Give back deposit' }).click()
  const giving = page.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await checkPage(page)
  await giving.getByRole('button', { name: 'Give back deposit' }).click()
  await expect(giving).toBeHidden()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()
  const reference = rental.booking.bookingId
  await openDesk(page, `/admin/deposits?queue=toReturn&search=${reference}`)
  await expect(page.getByRole('link', { name: reference })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: reference }).click()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()
})

test('what is owed is kept from the deposit, and the rest goes back', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const rental = await rentalBack({ customer: 'Akinyi Odhiambo', car: 'Toyota Premio', daysAhead: 170 })
  await owe(rental.booking._id, 500)
  await openDesk(page, rental.deskPage)
  const owed = page.getByRole('region', { name: 'Still owed' })
  await expect(owed.getByText('Take it, or keep it from the deposit.', { exact: false })).toBeVisible()
  await depositOn(page).getByRole('button', { name: 'Give back deposit' }).click()
  const giving = page.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await giving
    .getByRole('radio', { name: /^Give all of it back, Ksh [\d,]+\. Ksh 500 stays owed\.$/ })
    .check()
  await expect(giving.getByRole('button', { name: /^Give back Ksh/ })).toBeVisible()
  await checkPage(page, 'something is owed')
  await giving.getByRole('radio', { name: /^Keep Ksh 500 of the deposit for it/ }).check()
  await giving.getByRole('button', { name: /^Keep Ksh 500, give back Ksh/ }).click()
  await expect(giving).toBeHidden()
  await expect(owed).toBeHidden()
  await expect(depositOn(page).getByText('Owed back').first()).toBeVisible()
})

test('a customer sees the car before and after, what was charged and kept, and disputes both', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await rentalBack({ customer: 'Wangari Maina', car: 'Toyota Premio', daysAhead: 180 })
  await keepByApi(rental)
  await openAs(page, rental.customer, rental.ownPage)
  const seen = page.getByRole('region', { name: 'The car before and after' })
  await expect(seen.getByRole('img', { name: 'Return: Front', exact: true })).toBeVisible()
  await expect(seen.getByText('Scratch, Left side', { exact: false }).first()).toBeVisible()
  const kept = depositOn(page)
  await expect(kept.getByText('We kept Ksh 1,500 of your deposit. Reason: Damage.')).toBeVisible()
  await expect(kept.getByText('The scratch on the left side')).toBeVisible()
  await expect(kept.getByRole('img', { name: 'Photo: Damage', exact: true })).toBeVisible()
  await checkPage(page, 'kept part')

  const charge = page.getByRole('listitem').filter({ hasText: 'Missing fuel, 4/8 of a tank' })
  await expect(charge.getByText('Fuel: Full at the handover, 4/8 at the return')).toBeVisible()
  await charge.getByRole('button', { name: 'Dispute this charge' }).click()
  const ofCharge = page.getByRole('dialog', { name: /^Dispute “Missing fuel/ })
  await ofCharge.getByLabel('Why is this charge wrong?').fill('I filled the tank an hour before')
  await checkPage(page)
  await ofCharge.getByRole('button', { name: 'Dispute this charge' }).click()
  await expect(charge.getByText('You disputed this charge. We are looking at it.')).toBeVisible()

  await kept.getByRole('button', { name: 'Dispute this' }).click()
  const ofKept = page.getByRole('dialog', { name: 'Dispute “Damage”' })
  await ofKept.getByLabel('Why should we not keep this?').fill('The scratch was there before')
  await checkPage(page)
  await ofKept.getByRole('button', { name: 'Dispute this' }).click()
  await expect(kept.getByText('You disputed this. We are looking at it.', { exact: false })).toBeVisible()
})

test('staff finds disputes in its queue, withdraws a charge and gives back a part of what was kept', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await rentalBack({ customer: 'Maina Wangari', car: 'Toyota Premio', daysAhead: 190 })
  await keepByApi(rental)
  await disputeByApi(rental, 'fuel')
  await disputeByApi(rental, 'scratch')
  const { bookingId: reference, _id } = rental.booking
  await openDesk(page, `/admin/bookings?queue=disputed&search=${reference}`)
  await page.getByRole('link', { name: reference }).click()
  const charges = page.getByRole('region', { name: 'Charges at the return' })
  await expect(charges.getByText('I filled the tank an hour before')).toBeVisible()
  await charges.getByRole('button', { name: 'Withdraw charge' }).click()
  const withdrawing = page.getByRole('dialog', { name: /^Withdraw the charge “Missing fuel/ })
  await checkPage(page)
  await withdrawing.getByRole('button', { name: 'Withdraw charge' }).click()
  await expect(withdrawing).toBeHidden()
  await expect(charges.getByText('Withdrawn', { exact: true })).toBeVisible()

  const deposit = depositOn(page)
  await expect(deposit.getByText('The scratch was there before')).toBeVisible()
  await expect(deposit.getByRole('button', { name: 'Do not keep it' })).toBeHidden()
  await deposit.getByRole('button', { name: 'Give back', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Give back what was kept for “Damage”?' })
  await dialog.getByLabel('Amount to give back (Ksh)').fill('1,600')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog.getByText('No more than Ksh 1,500 is disputed.')).toBeVisible()
  await dialog.getByLabel('Amount to give back (Ksh)').fill('500')
  await dialog.getByLabel('Answer to the customer').fill('A part of it was there before')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(dialog).toBeHidden()
  await expect(deposit.getByText('Ksh 500 given back', { exact: true })).toBeVisible()
  const staff = { token: await firstAdminToken() }
  const { data } = await call('GET /api/admin/booking/:bookingId', { params: { bookingId: _id } }, staff)
  expect(data).toMatchObject({ status: 'completed', extraCharges: 2_000 })
  await checkPage(page, 'decided disputes')
})

test('the agreement is downloaded, and its code tells a changed file from the one that we made', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { deskPage } = await rentalBack({ customer: 'Mumbi Kariuki', car: 'Toyota Premio', daysAhead: 200 })
  await openDesk(page, deskPage)
  const agreements = page.getByRole('region', { name: 'Agreement and report' })
  await expect(agreements.getByText('Return report', { exact: true })).toBeVisible()
  const downloading = page.waitForEvent('download')
  const agreement = agreements.getByRole('listitem').filter({ hasText: 'Rental agreement' })
  await agreement.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  const buffer = await readFile(await download.path())
  const number = download.suggestedFilename().replace('.pdf', '')
  await open(page, `/check/${number.toLowerCase()}`)
  await expect(page.getByText('M. K.')).toBeVisible()
  const choose = (bytes: Buffer) =>
    page
      .getByLabel('Choose the PDF file')
      .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: bytes })
  const result = page.getByRole('main').getByRole('status')
  const changed = Buffer.from(buffer)
  changed.writeUInt8((buffer.at(-20) ?? 0) ^ 1, buffer.length - 20)
  await choose(changed)
  await expect(result).toContainText('This is not the file that we made')
  await choose(buffer)
  await expect(result).toContainText('This is the file that we made. Nothing in it was changed.')
  await checkPage(page)
})

test('the report of a return fits a desktop too', async ({ page, checkPage }) => {
  const { deskPage } = await rentalOut({ customer: 'Muthoni Mwende', car: 'Toyota Premio', daysAhead: 210 })
  await openDesk(page, `${deskPage}/return`)
  await expect(page.getByRole('heading', { level: 1, name: 'Return' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Handover: Front', exact: true })).toBeVisible()
  await checkPage(page)
})
