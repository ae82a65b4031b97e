import { expect } from '@playwright/test'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { smallPhoto, takeThrough } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { firstAdminToken, newcomer, openAs } from '../support/people.ts'
import { disputeFineByApi, finedRental, rentalWithOffence } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

// The plate and the minute of an offence tell whose a fine is, so each journey has a car that no other one hands over.

test('staff records a fine with a photo of its paper, and the customer is charged', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { plate, day, time, booking } = await rentalWithOffence({
    customer: 'Nekesa Barasa',
    car: 'Nissan Leaf',
    daysAhead: 200,
  })
  const reference = `NTSA/${booking.bookingId}`
  await openDesk(page, '/admin/fines')
  await page.getByRole('button', { name: 'Record a fine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a fine' })
  await dialog.getByLabel('Day of the offence').fill(day)
  await dialog.getByLabel('Time of the offence').fill(time)
  await dialog.getByLabel('Number plate').fill('KAA 999Z')
  await expect(dialog.getByText('No car of ours has this plate.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record a fine' }).click()
  await expect(dialog.getByText('Take a photo of the paper.')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Number plate').fill(plate.replace(' ', '').toLowerCase())
  await expect(dialog.getByText('The fine is charged to this customer.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Amount of the fine').fill('3,000')
  await dialog.getByLabel('Reference on the paper').fill(reference)
  await takeThrough(page, dialog.getByRole('button', { name: 'Take photo' }), smallPhoto)
  await expect(dialog.getByRole('img', { name: 'Your photo: Photo of the paper' })).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Record a fine' }).click()
  await expect(dialog).toBeHidden()

  await openDesk(page, `/admin/fines?search=${encodeURIComponent(reference)}`)
  await page.getByRole('button', { name: 'Show the paper' }).click()
  const shown = page.getByRole('dialog', { name: 'Paper of the fine of Ksh 3,000' })
  await expect(shown.getByRole('img', { name: 'Paper of the fine of Ksh 3,000' })).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await checkPage(page)
})

test('a customer finds a fine with its paper on the page of the booking, in both languages, and disputes it', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { customer, ownPage } = await finedRental({
    customer: 'Akoth Omondi',
    car: 'Mazda Demio',
    daysAhead: 200,
  })
  await openAs(page, customer, ownPage)
  const fines = page.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByRole('img', { name: 'Paper of the fine' })).toBeVisible()
  await expect(fines.getByText('You still owe Ksh 3,000 for this booking.')).toBeVisible()
  await checkPage(page, 'fine')
  await fines.getByRole('button', { name: 'Dispute this fine' }).click()
  const dialog = page.getByRole('dialog', { name: /^Dispute the fine of / })
  await dialog.getByLabel('Why is this fine wrong?').fill('I had parked at that time')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Dispute this fine' }).click()
  await expect(fines.getByText('You disputed this fine. We are looking at it.')).toBeVisible()
  await openAs(page, customer, `/sw${ownPage}`)
  const inSwahili = page.getByRole('region', { name: 'Faini za barabarani' })
  await expect(inSwahili.getByRole('img', { name: 'Karatasi ya faini' })).toBeVisible()
  await expect(inSwahili.getByText('Umepinga faini hii. Tunaiangalia.')).toBeVisible()
  await checkPage(page, 'disputed fine')
})

test('staff finds a disputed fine in its queue and keeps it; its money may be taken or asked for', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await finedRental({ customer: 'Chepkoech Rono', car: 'Toyota Wish', daysAhead: 200 })
  await disputeFineByApi(rental, rental.fineId)
  const reference = rental.booking.bookingId
  await openDesk(page, `/admin/bookings?queue=disputed&search=${reference}`)
  await page.getByRole('link', { name: reference }).click()
  const fines = page.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByText('I had parked at that time')).toBeVisible()
  await expect(fines.getByRole('button', { name: 'Withdraw', exact: true })).toBeHidden()
  await fines.getByRole('button', { name: 'Keep fine' }).click()
  const dialog = page.getByRole('dialog', { name: /^Keep the fine of / })
  await dialog.getByLabel('Answer to the customer').fill('The photo shows the car on the road')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Keep fine' }).click()
  await expect(dialog).toBeHidden()
  await expect(fines.getByText('Kept', { exact: true })).toBeVisible()
  // The customer may pay at the counter too.
  const owed = page.getByRole('region', { name: 'Still owed' })
  await owed.getByRole('button', { name: 'Take Ksh 3,000' }).click()
  const taking = page.getByRole('dialog', { name: /^Take Ksh 3,000 from the customer of BK/ })
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(taking).toBeHidden()
  await owed.getByRole('button', { name: 'Ask the phone' }).click()
  const asking = page.getByRole('dialog', { name: /^Ask for what is owed for BK/ })
  await expect(asking.getByText('The phone is asked to pay Ksh 3,000.', { exact: false })).toBeVisible()
  await checkPage(page)
})

test('a customer reads why a fine stays, and pays it by M-Pesa', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const rental = await finedRental({ customer: 'Wanza Mutuku', car: 'Toyota Noah', daysAhead: 200 })
  await disputeFineByApi(rental, rental.fineId)
  const params = { bookingId: rental.booking._id }
  const answer = 'The photo shows the car on the road'
  const body = { fine: rental.fineId, decision: 'kept' as const, reason: answer }
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/booking/:bookingId/dispute/decide', { params, body }, staff)
  await openAs(page, rental.customer, rental.ownPage)
  const fines = page.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByText('You disputed this fine. It stays.')).toBeVisible()
  await fines.getByRole('button', { name: 'Pay by M-Pesa' }).click()
  await checkPage(page, 'paying a fine')
  await fines.getByLabel('M-Pesa number').fill(newcomer().phone)
  await fines.getByRole('button', { name: 'Ask this phone for Ksh 3,000' }).click()
  await payOnDemoPhone(page)
  await expect(fines.getByText('Thank you. Your payment has arrived.')).toBeVisible()
  await expect(fines.getByText(/^You still owe/)).toBeHidden()
  await checkPage(page, 'paid fine')
})

test('a fine that was paid is withdrawn, and its money is owed back', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const rental = await finedRental({ customer: 'Atieno Awino', car: 'Mazda CX-5', daysAhead: 220 })
  const { bookingId: reference, _id } = rental.booking
  const staff = { token: await firstAdminToken() }
  const paid = { amount: 3_000, note: 'Cash' }
  await call('POST /api/admin/booking/:bookingId/owed', { params: { bookingId: _id }, body: paid }, staff)
  await openDesk(page, rental.deskPage)
  const fines = page.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Still owed' })).toBeHidden()
  await checkPage(page, 'paid fine')
  await fines.getByRole('link', { name: 'All fines of this car' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Traffic fines' })).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw the fine of Ksh 3,000?' })
  await withdrawing.getByLabel('Why is it withdrawn?').fill('The plate was read wrongly')
  await checkPage(page)
  await withdrawing.getByRole('button', { name: 'Withdraw' }).click()
  await expect(withdrawing).toBeHidden()
  await openDesk(page, `/admin/fines?tab=withdrawn&search=${encodeURIComponent(rental.fineReference)}`)
  await expect(page.getByText('The plate was read wrongly', { exact: false })).toBeVisible()
  await openDesk(page, `/admin/refunds?search=${reference}`)
  await expect(page.getByText('Ksh 3,000').first()).toBeVisible()
})
