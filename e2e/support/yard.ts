import { expect, type Locator, type Page } from '@playwright/test'
import { smallPhoto, takeThrough } from './camera.ts'
import { firstAdminToken, openAs } from './people.ts'

/** Opens a page of the admin app as its first admin. */
export async function openDesk(page: Page, path: string) {
  await openAs(page, { token: await firstAdminToken() }, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export type CheckPage = (page: Page) => Promise<void>

/** Of the eight photos, in the order of a walk around the car. */
export const POSITIONS = [
  'Front',
  'Front right',
  'Right side',
  'Rear right',
  'Rear',
  'Rear left',
  'Left side',
  'Front left',
]

export async function takePhoto(page: Page, position: string) {
  await takeThrough(
    page,
    page.getByRole('button', { name: `Take photo: ${position}`, exact: true }),
    smallPhoto,
  )
  await expect(page.getByRole('img', { name: `Photo: ${position}`, exact: true })).toBeVisible()
}

export async function takePhotos(page: Page, positions: readonly string[]) {
  for (const position of positions) await takePhoto(page, position)
}

/** The field of the signature, in the middle of the screen: the bar at the bottom edge does not cover it. */
export async function signatureField(page: Page): Promise<Locator> {
  const field = page.getByRole('img', { name: 'Signature of the renter, with a finger' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return field
}

export async function sign(page: Page) {
  const box = await (await signatureField(page)).boundingBox()
  if (!box) throw new Error('the field of the signature is not shown')
  const at = (across: number, down: number) =>
    [box.x + box.width * across, box.y + box.height * down] as const
  await page.mouse.move(...at(0.1, 0.6))
  await page.mouse.down()
  for (const [across, down] of [
    [0.2, 0.2],
    [0.3, 0.8],
    [0.45, 0.3],
    [0.6, 0.7],
    [0.85, 0.4],
  ] as const)
    await page.mouse.move(...at(across, down), { steps: 4 })
  await page.mouse.up()
}

/** Types what stands on the papers of a driver, and takes photos of them, in the form of customers and staff. */
export async function sendPapers(page: Page, checkPage: CheckPage) {
  await page.getByLabel('Date of birth').fill('4 May 1990')
  await page.getByLabel('Licence number').fill('DL-1234567')
  await page.getByLabel('Licence valid until').fill('31 January 2040')
  await page.getByLabel('Number of the ID or passport').fill('12345678')
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('Take this photo.').first()).toBeVisible()
  await checkPage(page)
  for (const photo of ['Licence, front', 'Licence, back', 'National ID or passport']) {
    await takeThrough(page, page.getByRole('button', { name: `Take photo ${photo}` }), smallPhoto)
    await expect(page.getByRole('img', { name: `Your photo: ${photo}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Send the papers' }).click()
}

/** Staff compares the papers of a driver with their photos and approves them. */
export async function approvePapers(page: Page, checkPage: CheckPage) {
  await expect(page.getByRole('img', { name: 'Licence, front', exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^Approved by/)).toBeVisible()
}

/** Hands the car over; in the middle the network is cut, and what was made meanwhile is sent once it is back. */
export async function handOverByPage(page: Page, checkPage: CheckPage) {
  const on = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click()
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Handover' })).toBeVisible()
  await expect(page.getByText('Step 1 of 5: Photos')).toBeVisible()
  await expect(page.getByText(/^The deposit of Ksh [\d,]+ is not taken yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Take deposit' }).click()
  const taking = page.getByRole('dialog', { name: /^Take the deposit of BK/ })
  await checkPage(page)
  await taking.getByRole('button', { name: /^Take Ksh/ }).click()
  await expect(taking).toBeHidden()
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
  await takePhotos(page, POSITIONS.slice(0, 3))
  await checkPage(page)
  await page.context().setOffline(true)
  await takePhotos(page, POSITIONS.slice(3))
  await expect(page.getByText(/^Waiting for network: [0-7] of 8 photos sent$/)).toBeVisible()
  await on('Marks')
  await on('Kilometres and fuel')
  await page.getByLabel('Kilometres').fill('42000')
  await page.getByText('Full', { exact: true }).click()
  await on('Equipment')
  await on('Signature')
  await page.getByRole('button', { name: 'Hand over the car' }).click()
  await expect(page.getByText('This is not a signature yet.')).toBeVisible()
  await checkPage(page)
  await sign(page)
  await page.getByRole('button', { name: 'Hand over the car' }).click()
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await expect(page.getByText(/^Waiting for network/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('When it left')).toBeVisible()
}

/** Takes the deposit that is due, in the report of the handover. */
export async function takeDepositByPage(page: Page) {
  await page.getByRole('button', { name: 'Take deposit' }).click()
  const taking = page.getByRole('dialog', { name: /^Take the deposit of BK/ })
  await taking.getByRole('button', { name: /^Take Ksh/ }).click()
  await expect(taking).toBeHidden()
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
}

/** Takes the car back with a new scratch and less fuel, and late where `late` says what a day is charged. */
export async function takeBackByPage(page: Page, checkPage: CheckPage, { late }: { late?: string } = {}) {
  const on = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Return' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Handover: Front', exact: true })).toBeVisible()
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
  await takePhotos(page, POSITIONS)
  await checkPage(page)
  await on('Marks')
  await page.getByRole('button', { name: 'Add a mark: Left side' }).press('Enter')
  await expect(page.getByText('Scratch, Left side').first()).toBeVisible()
  await checkPage(page)
  await on('Kilometres and fuel')
  await page.getByLabel('Kilometres').fill('41000')
  await page.getByText('4/8', { exact: true }).click()
  await on('Equipment')
  await expect(page.getByText('The car left with 42,000 km')).toBeVisible()
  await page.getByLabel('Kilometres').fill('42380')
  await expect(page.getByText('380 km driven')).toBeVisible()
  await on('Equipment')
  await on('Charges')
  await expect(page.getByText('4 eighths of a tank at Ksh 1,200')).toBeVisible()
  const lateness = page.getByRole('listitem').filter({ hasText: 'Late return' })
  if (late) await expect(lateness).toContainText(`1 day at ${late}`)
  else await expect(lateness).toBeHidden()
  await page.getByRole('listitem').filter({ hasText: 'Damage' }).getByLabel('Amount (Ksh)').fill('2000')
  await on('Signature')
  await expect(page.getByText('Please say how the charges were paid')).toBeVisible()
  await page.getByRole('button', { name: 'Cash', exact: true }).click()
  await checkPage(page)
  await on('Signature')
  await sign(page)
  await page.getByRole('button', { name: 'Take back the car' }).click()
  await expect(page.getByText('380 km driven')).toBeVisible()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
}

/** Staff keeps a part of the deposit, with a photo of the return. */
export async function keepForScratch(page: Page, checkPage: CheckPage) {
  const deposit = page.getByRole('region', { name: 'Deposit' })
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
  await deposit.getByRole('button', { name: 'Do not keep it' }).click()
  const releasing = page.getByRole('dialog', { name: 'Stop keeping Ksh 1,500 of the deposit?' })
  await expect(releasing.getByLabel('Why is it not kept?')).toBeVisible()
  await checkPage(page)
  await releasing.getByRole('button', { name: 'Back' }).click()
  await expect(releasing).toBeHidden()
}

/** The customer says that a charge of the return is wrong. */
export async function disputeFuel(page: Page, checkPage: CheckPage) {
  const charge = page.getByRole('listitem').filter({ hasText: 'Missing fuel, 4/8 of a tank' })
  await expect(charge.getByText('Fuel: Full at the handover, 4/8 at the return')).toBeVisible()
  await charge.getByRole('button', { name: 'Dispute this charge' }).click()
  const dialog = page.getByRole('dialog', { name: /^Dispute “Missing fuel/ })
  await dialog.getByLabel('Why is this charge wrong?').fill('I filled the tank an hour before')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Dispute this charge' }).click()
  await expect(charge.getByText('You disputed this charge. We are looking at it.')).toBeVisible()
}

/** Staff finds the dispute in its queue, and withdraws the charge. */
export async function withdrawFuel(page: Page, checkPage: CheckPage, reference: string) {
  await openDesk(page, `/admin/bookings?queue=disputed&search=${reference}`)
  await page.getByRole('link', { name: reference }).click()
  const charges = page.getByRole('region', { name: 'Charges at the return' })
  await expect(charges.getByText('I filled the tank an hour before')).toBeVisible()
  await charges.getByRole('button', { name: 'Withdraw charge' }).click()
  const dialog = page.getByRole('dialog', { name: /^Withdraw the charge “Missing fuel/ })
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Withdraw charge' }).click()
  await expect(dialog).toBeHidden()
  await expect(charges.getByText('Withdrawn', { exact: true })).toBeVisible()
}

/** The customer says that nothing should be kept for the scratch. */
export async function disputeScratch(page: Page, checkPage: CheckPage) {
  const kept = page.getByRole('region', { name: 'Deposit' })
  await kept.getByRole('button', { name: 'Dispute this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dispute “Damage”' })
  await dialog.getByLabel('Why should we not keep this?').fill('The scratch was there before')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Dispute this' }).click()
  await expect(kept.getByText('You disputed this. We are looking at it.', { exact: false })).toBeVisible()
}

/** Staff gives back a part of what was kept for the scratch. */
export async function giveBackPartOfScratch(page: Page, checkPage: CheckPage) {
  const deposit = page.getByRole('region', { name: 'Deposit' })
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
}
