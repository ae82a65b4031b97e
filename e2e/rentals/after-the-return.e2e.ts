import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'
import { newcomer, openAs } from '../support/people.ts'
import { disputeFineByApi, disputeFuelByApi, rentalToSettle } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

// The plate and the minute of an offence tell whose a fine is, so each journey has a car that no other one hands over.

const regionOf = (page: Page, name: string) => page.getByRole('region', { name })

test('staff settles what a rental left: disputes, what is owed, a scratch kept from the deposit, and the rest of it', async ({
  page,
  checkPage,
}) => {
  const rental = await rentalToSettle({ customer: 'Maina Wangari', car: 'Toyota Sienta', daysAhead: 190 })
  await disputeFuelByApi(rental)
  await disputeFineByApi(rental, rental.fineId)
  const reference = rental.booking.bookingId
  await openDesk(page, `/admin/bookings?queue=disputed&search=${reference}`)
  await page.getByRole('link', { name: reference }).click()

  const charges = regionOf(page, 'Charges at the return')
  await expect(charges.getByText('I filled the tank an hour before')).toBeVisible()
  await checkPage(page, 'to settle')
  const fines = regionOf(page, 'Traffic fines')
  await expect(fines.getByText('I had parked at that time')).toBeVisible()
  await expect(fines.getByRole('button', { name: 'Withdraw', exact: true })).toBeHidden()
  await fines.getByRole('button', { name: 'Keep fine' }).click()
  const keepingFine = page.getByRole('dialog', { name: /^Keep the fine of / })
  await keepingFine.getByLabel('Answer to the customer').fill('The photo shows the car on the road')
  await checkPage(page)
  await keepingFine.getByRole('button', { name: 'Keep fine' }).click()
  await expect(keepingFine).toBeHidden()
  await expect(fines.getByText('Kept', { exact: true })).toBeVisible()

  const owed = regionOf(page, 'Still owed')
  for (const [button, title] of [
    ['Take Ksh 3,000', /^Take Ksh 3,000 from the customer of BK/],
    ['Ask the phone', /^Ask for what is owed for BK/],
  ] as const) {
    await owed.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  const deposit = regionOf(page, 'Deposit')
  await deposit.getByRole('button', { name: 'Do not keep it' }).click()
  const releasing = page.getByRole('dialog', { name: 'Stop keeping Ksh\u00a01,500 of the deposit?' })
  await expect(releasing.getByLabel('Why is it not kept?')).toBeVisible()
  await checkPage(page)
  await releasing.getByRole('button', { name: 'Back' }).click()
  await expect(releasing).toBeHidden()

  await deposit.getByRole('button', { name: 'Keep part of the deposit' }).click()
  const keeping = page.getByRole('dialog', { name: /^Keep part of the deposit of BK/ })
  await keeping.getByLabel('Reason').selectOption('Cleaning')
  await keeping.getByLabel('Amount to keep (Ksh)').fill('1,000')
  await keeping.getByLabel('Words for the customer').fill('Mud on the seats')
  await expect(keeping.getByRole('img', { name: 'Return: Left side', exact: true })).toBeVisible()
  await keeping.getByRole('checkbox', { name: 'Left side', exact: true }).check()
  await checkPage(page)
  await keeping.getByRole('button', { name: 'Keep part of the deposit' }).click()
  await expect(keeping).toBeHidden()
  await expect(deposit.getByText('Mud on the seats')).toBeVisible()
  await expect(deposit.getByRole('img', { name: 'Photo of the kept part: Cleaning' })).toBeVisible()

  // What is kept pays what is owed first.
  await expect(owed.getByRole('button', { name: 'Take Ksh 2,000' })).toBeVisible()
  await deposit.getByRole('button', { name: 'Give back deposit' }).click()
  const giving = page.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await giving.getByRole('radio', { name: /^Keep Ksh 2,000 of the deposit for it/ }).check()
  await checkPage(page, 'something is owed')
  await giving.getByRole('button', { name: /^Keep Ksh 2,000, give back Ksh/ }).click()
  await expect(giving).toBeHidden()
  await expect(owed).toBeHidden()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()

  await charges.getByRole('button', { name: 'Withdraw charge' }).click()
  const withdrawing = page.getByRole('dialog', { name: /^Withdraw the charge “Missing fuel/ })
  await expect(withdrawing).toBeVisible()
  await checkPage(page)
  await withdrawing.getByRole('button', { name: 'Withdraw charge' }).click()
  await expect(withdrawing).toBeHidden()
  await expect(charges.getByText('Withdrawn', { exact: true })).toBeVisible()
  await openDesk(page, `/admin/deposits?queue=toReturn&search=${reference}`)
  await expect(page.getByRole('link', { name: reference })).toBeVisible()
  await checkPage(page)
})

test('a customer sees the car before and after, disputes what was charged and kept, pays a fine, and checks the agreement', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await rentalToSettle({
    customer: 'Wangari Maina',
    car: 'Toyota Hilux Double Cab',
    daysAhead: 200,
  })
  await openAs(page, rental.customer, `/sw${rental.ownPage}`)
  await expect(page.getByRole('img', { name: 'Karatasi ya faini' })).toBeVisible()
  await checkPage(page, 'to settle')
  await openAs(page, rental.customer, rental.ownPage)
  const seen = regionOf(page, 'The car before and after')
  await expect(seen.getByRole('img', { name: 'Return: Front', exact: true })).toBeVisible()
  await expect(seen.getByText('Scratch, Left side', { exact: false }).first()).toBeVisible()
  const kept = regionOf(page, 'Deposit')
  await expect(kept.getByText('We kept Ksh 1,500 of your deposit. Reason: Damage.')).toBeVisible()
  await expect(kept.getByRole('img', { name: 'Photo: Damage', exact: true })).toBeVisible()
  const fines = regionOf(page, 'Traffic fines')
  await expect(fines.getByRole('img', { name: 'Paper of the fine' })).toBeVisible()
  await expect(fines.getByText('You still owe Ksh 3,000 for this booking.')).toBeVisible()
  await checkPage(page, 'to settle')

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
  await ofKept.getByRole('button', { name: 'Dispute this' }).click()
  await expect(kept.getByText('You disputed this. We are looking at it.', { exact: false })).toBeVisible()

  await fines.getByRole('button', { name: 'Pay by M-Pesa' }).click()
  await fines.getByLabel('M-Pesa number').fill(newcomer().phone)
  await checkPage(page, 'paying a fine')
  await fines.getByRole('button', { name: 'Ask this phone for Ksh 3,000' }).click()
  await payOnDemoPhone(page)
  await expect(fines.getByText('Thank you. Your payment has arrived.')).toBeVisible()
  await expect(fines.getByText(/^You still owe/)).toBeHidden()

  const agreements = regionOf(page, 'Agreement and report')
  const downloading = page.waitForEvent('download')
  const agreement = agreements.getByRole('listitem').filter({ hasText: 'Rental agreement' })
  await agreement.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  const buffer = await readFile(await download.path())
  const number = download.suggestedFilename().replace('.pdf', '')
  await open(page, `/check/${number.toLowerCase()}`)
  await expect(page.getByText('W. M.')).toBeVisible()
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
