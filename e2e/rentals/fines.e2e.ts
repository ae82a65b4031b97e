import { expect, type Page } from '@playwright/test'
import { addDays } from '@twende/contract/calendar-day.ts'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { demoCustomer, newcomer, openAs, type Person } from '../support/people.ts'
import { type CheckPage, openDesk } from '../support/yard.ts'

const paper = new URL('../../server/demo/pictures/cars/sedan-black-1.webp', import.meta.url).pathname

/** A rental of the demo customer that is over, and the plate that its car gets. */
async function finishedRental(page: Page) {
  const customer = await demoCustomer()
  const { bookings } = await call('GET /api/booking/user', { query: { status: 'completed' } }, customer)
  const [booking] = bookings
  if (!booking) throw new Error('the demo customer has no rental that is over')
  const plate = `KCY ${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}B`
  await openDesk(page, `/admin/fleet/${booking.carId}`)
  await page.getByLabel('Number plate').fill(plate)
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Car updated')).toBeVisible()
  return { customer, booking, plate }
}

type Offence = { plate: string; day: string }

/** Types a fine from its paper, after what is wrong was said. */
async function recordFine(page: Page, checkPage: CheckPage, { plate, day }: Offence) {
  await page.getByRole('button', { name: 'Record a fine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a fine' })
  await dialog.getByLabel('Day of the offence').fill(day)
  await dialog.getByLabel('Time of the offence').fill('12:30')
  await dialog.getByLabel('Number plate').fill('KAA 999Z')
  await expect(dialog.getByText('No car of ours has this plate.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record a fine' }).click()
  await expect(dialog.getByText('Take a photo of the paper.')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Number plate').fill(plate.replace(' ', '').toLowerCase())
  await expect(dialog.getByText('The fine is charged to this customer.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Amount of the fine').fill('3,000')
  await dialog.getByLabel('Reference on the paper').fill(`NTSA/${plate}`)
  const camera = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Take photo' }).click()
  await (await camera).setFiles(paper)
  await expect(dialog.getByRole('img', { name: 'Your photo: Photo of the paper' })).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Record a fine' }).click()
  await expect(dialog).toBeHidden()
}

/** The customer finds the fine with its paper on the page of the booking, in both languages, and disputes it. */
async function disputeFine(own: Page, checkPage: CheckPage, { customer, address }: OwnPage) {
  await openAs(own, customer, address)
  const fines = own.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByRole('img', { name: 'Paper of the fine' })).toBeVisible()
  await expect(fines.getByText('You still owe Ksh 3,000 for this booking.')).toBeVisible()
  await checkPage(own)
  await fines.getByRole('button', { name: 'Dispute this fine' }).click()
  const dialog = own.getByRole('dialog', { name: /^Dispute the fine of / })
  await dialog.getByLabel('Why is this fine wrong?').fill('I had parked at that time')
  await checkPage(own)
  await dialog.getByRole('button', { name: 'Dispute this fine' }).click()
  await expect(fines.getByText('You disputed this fine. We are looking at it.')).toBeVisible()
  await openAs(own, customer, `/sw${address}`)
  const inSwahili = own.getByRole('region', { name: 'Faini za barabarani' })
  await expect(inSwahili.getByRole('img', { name: 'Karatasi ya faini' })).toBeVisible()
  await expect(inSwahili.getByText('Umepinga faini hii. Tunaiangalia.')).toBeVisible()
  await checkPage(own)
}

type OwnPage = { customer: Person; address: string }

/** Staff finds the dispute in its queue, and keeps the fine. */
async function keepFine(page: Page, checkPage: CheckPage, reference: string) {
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
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
}

/** The customer reads the answer, and pays by M-Pesa on the same page. */
async function payFine(own: Page, checkPage: CheckPage, { customer, address }: OwnPage) {
  await openAs(own, customer, address)
  const fines = own.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByText('You disputed this fine. It stays.')).toBeVisible()
  await fines.getByRole('button', { name: 'Pay by M-Pesa' }).click()
  await checkPage(own)
  await fines.getByLabel('M-Pesa number').fill(newcomer().phone)
  await fines.getByRole('button', { name: 'Ask this phone for Ksh 3,000' }).click()
  await payOnDemoPhone(own)
  await expect(fines.getByText('Thank you. Your payment has arrived.')).toBeVisible()
  await expect(fines.getByText(/^You still owe/)).toBeHidden()
  await checkPage(own)
}

test('staff records a fine with a photo after a return; the customer disputes it, staff keeps it, the customer pays it, and staff withdraws it', {
  tag: '@both-widths',
}, async ({ page, browser, sentData, checkPage }) => {
  const { customer, booking, plate } = await finishedRental(page)
  await openDesk(page, '/admin/fines')
  await checkPage(page)
  await recordFine(page, checkPage, { plate, day: addDays(booking.startDate, 1) })
  await openDesk(page, `/admin/fines?search=${encodeURIComponent(plate)}`)
  await page.getByRole('button', { name: 'Show the paper' }).click()
  const shown = page.getByRole('dialog', { name: 'Paper of the fine of Ksh 3,000' })
  await expect(shown.getByRole('img', { name: 'Paper of the fine of Ksh 3,000' })).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await checkPage(page)

  const context = await browser.newContext({
    baseURL: marketAddress,
    viewport: page.viewportSize(),
    hasTouch: true,
  })
  sentData.watch(context)
  const own = await context.newPage()
  const mine = { customer, address: `/mybookings/${booking._id}` }
  await disputeFine(own, checkPage, mine)
  await keepFine(page, checkPage, booking.bookingId)
  await payFine(own, checkPage, mine)
  await context.close()

  await page.reload()
  const fines = page.getByRole('region', { name: 'Traffic fines' })
  await expect(fines.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Still owed' })).toBeHidden()
  await checkPage(page)

  await fines.getByRole('link', { name: 'All fines of this car' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Traffic fines' })).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw the fine of Ksh 3,000?' })
  await withdrawing.getByLabel('Why is it withdrawn?').fill('The plate was read wrongly')
  await checkPage(page)
  await withdrawing.getByRole('button', { name: 'Withdraw' }).click()
  await expect(withdrawing).toBeHidden()
  await openDesk(page, `/admin/fines?tab=withdrawn&search=${encodeURIComponent(plate)}`)
  await expect(page.getByText('The plate was read wrongly', { exact: false })).toBeVisible()
  await openDesk(page, `/admin/refunds?search=${booking.bookingId}`)
  await expect(page.getByText('Ksh 3,000').first()).toBeVisible()
})
