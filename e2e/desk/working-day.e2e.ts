import { expect, type Page } from '@playwright/test'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { openFirm } from '../support/firm.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { moveDaysSoThatCarIsLate, movePickupToMidnight } from '../support/past-days.ts'
import { payAtPaybill, waitUntilUnmatched } from '../support/paybill.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { POSITIONS, sign, takePhotos } from '../support/yard.ts'

/** A firm of two clerks with a car, which leaves the fleet at the journey's end. */
async function smallFirm(atEnd: (restore: () => Promise<void>) => void) {
  const firm = await openFirm({ cars: 1, clerks: 2 })
  atEnd(firm.close)
  const [car] = firm.cars
  const [clerk, colleague] = firm.clerks
  if (!car || !clerk || !colleague) throw new Error('the firm is empty')
  return {
    firm,
    car,
    plate: car.numberPlate ?? '',
    clerk,
    colleague,
    admin: { token: await firstAdminToken() },
  }
}

const deskPage = (bookingId: string) => `/admin/bookings/${bookingId}`
const owedPart = (page: Page) => page.getByRole('region', { name: 'Still owed' })

test('a walk-in who has not paid is owed, pays at the paybill by the reference in small letters, and pays for a day more at the counter', async ({
  page,
  atEnd,
}) => {
  const { plate, clerk } = await smallFirm(atEnd)
  await openAs(page, clerk, '/admin/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  const ofCar = dialog.getByRole('option').filter({ hasText: plate })
  await dialog.getByLabel(/^Car\b/).selectOption({ label: (await ofCar.textContent()) ?? '' })
  await dialog.getByLabel('Pickup day').fill(showDay(addDays(nairobiDay(new Date()), 1)))
  await dialog.getByLabel('Drop-off day').fill(showDay(addDays(nairobiDay(new Date()), 3)))
  await dialog.getByLabel('First name').fill('Nafula')
  await dialog.getByLabel('Phone').fill('0722 100 200')
  await dialog.getByLabel('How it was paid').selectOption('none')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText(/^Booked: BK/)).toBeVisible()
  const reference = /BK\w+/.exec((await page.getByText(/^Booked: BK/).textContent()) ?? '')?.[0] ?? ''
  await page.goto(`/admin/bookings?queue=owed&search=${reference}`)
  await page.getByRole('link', { name: reference }).click()
  await expect(owedPart(page)).toContainText('The customer still owes Ksh 12,000.')

  await payAtPaybill({ amount: 12_000, reference: reference.toLowerCase() })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
    await expect(owedPart(page)).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  await page.getByRole('button', { name: 'Extend' }).click()
  const extending = page.getByRole('dialog', { name: `Extend ${reference}` })
  await expect(extending.getByText('Ksh 6,000').first()).toBeVisible()
  await extending.getByLabel('How the further days are paid').selectOption('none')
  await extending.getByRole('button', { name: 'Extend' }).click()
  await expect(extending).toBeHidden()
  await owedPart(page).getByRole('button', { name: 'Take Ksh 6,000' }).click()
  const taking = page.getByRole('dialog', { name: `Take Ksh\u00a06,000 from the customer of ${reference}?` })
  await taking.getByLabel('How it was paid').selectOption('card')
  await taking.getByRole('button', { name: 'Record payment' }).click()
  await expect(owedPart(page)).toHaveCount(0)
})

test('a late car is on the yard, the first page and the counter, and its charges are paid from the deposit', {
  tag: '@phone-only',
}, async ({ page, atEnd }) => {
  const { firm, car, plate, clerk, admin } = await smallFirm(atEnd)
  const hired = await firm.hire(car, { paidBy: 'cash' })
  await firm.takeDeposit(hired)
  await firm.handOver(hired, admin)
  await moveDaysSoThatCarIsLate(hired.bookingId)
  await openAs(page, clerk, '/admin/yard')
  const move = page.getByRole('listitem').filter({ hasText: plate })
  await expect(move.getByText('Late', { exact: true })).toBeVisible()
  await page.goto(`/admin/bookings?queue=overdue&search=${encodeURIComponent(plate)}`)
  await expect(page.getByRole('link', { name: hired.booking.bookingId })).toBeVisible()
  const { data: cars } = await call('GET /api/admin/counter/cars', {}, clerk)
  expect(cars.find(({ _id }) => _id === car._id)?.out?.reference).toBe(hired.booking.bookingId)

  await page.goto(`${deskPage(hired.bookingId)}/return`)
  await expect(page.getByText('Step 1 of', { exact: false })).toBeVisible()
  await takePhotos(page, POSITIONS)
  const on = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click()
  await on('Marks')
  await on('Kilometres and fuel')
  await page.getByLabel('Kilometres').fill('42300')
  await page.getByText('6/8', { exact: true }).click()
  await on('Equipment')
  await on('Charges')
  await page.getByLabel('How the charges were paid').selectOption('deposit')
  await on('Signature')
  await sign(page)
  await page.getByRole('button', { name: 'Take back the car' }).click()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(owedPart(page)).toHaveCount(0)
  const params = { bookingId: hired.bookingId }
  const { money } = await call('GET /api/admin/booking/:bookingId', { params }, clerk)
  const { data } = await call(
    'GET /api/admin/deposits',
    { query: { search: hired.booking.bookingId } },
    clerk,
  )
  expect(money.owed).toBe(0)
  expect(data.map(({ held }) => held)).toEqual([20_000 - 2 * 1_200 - 6_000])
})

test('a no-show is taken back, and the refund that it made is owed no more', async ({ page, atEnd }) => {
  const { firm, car, clerk } = await smallFirm(atEnd)
  const hired = await firm.hire(car, { paidBy: 'cash', days: 4 })
  await movePickupToMidnight(hired.bookingId)
  const reference = hired.booking.bookingId
  await openAs(page, clerk, deskPage(hired.bookingId))
  await page.getByRole('button', { name: 'No-show' }).click()
  const absent = page.getByRole('dialog')
  await absent.getByRole('button', { name: 'Phone is off' }).click()
  await absent.getByRole('button', { name: 'Mark as no-show' }).click()
  await expect(page.getByText(/is owed back to the customer/)).toBeVisible()
  const due = async () => {
    const query = { queue: 'due' as const, search: reference }
    return (await call('GET /api/admin/refunds', { query }, clerk)).data.length
  }
  expect(await due()).toBe(1)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const undoing = page.getByRole('dialog', { name: `Confirm ${reference} again?` })
  await undoing.getByRole('button', { name: 'The customer came after all' }).click()
  await undoing.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/is owed back to the customer/)).toHaveCount(0)
  expect(await due()).toBe(0)
})

test('a large refund is approved by an admin and sent by somebody else, and the day shows it', async ({
  page,
  atEnd,
}) => {
  const { firm, car, clerk, colleague, admin } = await smallFirm(atEnd)
  const hired = await firm.hire(car, { paidBy: 'bank', ahead: 40, days: 10 })
  const { bookingId: reference, finalAmount } = hired.booking
  await openAs(page, clerk, deskPage(hired.bookingId))
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const cancelling = page.getByRole('dialog', { name: `Cancel ${reference}?` })
  await cancelling.getByRole('textbox').first().fill('The customer called')
  await cancelling.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(cancelling).toBeHidden()

  await openAs(page, admin, `/admin/refunds?queue=waiting&search=${reference}`)
  const row = page.getByRole('table', { name: 'Refunds' }).locator('tbody').getByRole('row')
  await expect(row).toContainText(showKsh(finalAmount))
  await row.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // Only one person recorded that the money came in.
  await openAs(page, colleague, `/admin/refunds?search=${reference}`)
  await row.getByRole('link', { name: 'Another person must approve it' }).click()
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(page.getByRole('button', { name: 'Approve payment' })).toHaveCount(0)
  const day = nairobiDay(new Date())
  await page.goto(`/admin/refunds?search=${reference}`)
  await row.getByRole('button', { name: 'Mark as sent' }).click()
  const sending = page.getByRole('dialog')
  await sending.getByLabel('How it was sent').selectOption('bank')
  await sending.getByLabel('Note').fill(`Transfer for ${reference}`)
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Refund sent')).toBeVisible()
  await page.goto(`/admin/reconciliation?day=${day}`)
  await expect(
    page.getByRole('region', { name: 'Refunds sent' }).getByRole('listitem').filter({ hasText: reference }),
  ).toContainText(showKsh(finalAmount))
})

test('money that came with a wrong reference is matched to its booking, whose customer then owes nothing', async ({
  page,
  atEnd,
}) => {
  const { firm, car, clerk } = await smallFirm(atEnd)
  const hired = await firm.hire(car, { paidBy: 'none' })
  const { bookingId: reference, finalAmount } = hired.booking
  const code = await payAtPaybill({ amount: finalAmount, reference: 'GARI LA MJOMBA' })
  await openAs(page, clerk, '/admin')
  await waitUntilUnmatched(code, clerk)
  await page.goto(`/admin/payments?queue=unmatched&search=${code}`)
  await page.getByRole('button', { name: 'Match' }).first().click()
  const matching = page.getByRole('dialog', { name: `Match ${keepAmounts(showKsh(finalAmount))}` })
  await matching.getByLabel('Reference').fill(reference.toLowerCase())
  await matching.getByRole('button', { name: 'The reference was mistyped' }).click()
  await matching.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(matching).toBeHidden()
  await page.goto(deskPage(hired.bookingId))
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await expect(owedPart(page)).toHaveCount(0)
})
