import { expect, type Locator, type Page } from '@playwright/test'
import { differentPhotos, smallPhoto, takeThrough } from './camera.ts'
import { firstAdminToken, openAs } from './people.ts'

/** Opens a page of the admin app as its first admin. */
export async function openDesk(page: Page, path: string) {
  await openAs(page, { token: await firstAdminToken() }, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export type CheckPage = (page: Page, state?: string) => Promise<void>

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
  await page.getByLabel('Number of this paper').fill('12345678')
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('Take this photo.').first()).toBeVisible()
  await checkPage(page)
  const [front, back, identity] = differentPhotos
  for (const [photo, file] of [
    ['Licence, front', front],
    ['Licence, back', back],
    ['National ID, passport or other proof of identity', identity],
  ] as const) {
    await takeThrough(page, page.getByRole('button', { name: `Take photo ${photo}` }), file)
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

/** Of a photo: the button, and the shutter of the phone's own camera. */
const TAPS_OF_A_PHOTO = 2

/** What staff does with a thumb on the way through a report, and how many taps that is. */
export class Thumb {
  taps = 0

  async tap(target: Locator) {
    this.taps += 1
    await target.click()
  }

  async type(field: Locator, text: string) {
    await this.tap(field)
    this.taps += text.length
    await field.pressSequentially(text)
  }

  async photos(page: Page, positions: readonly string[]) {
    for (const position of positions) {
      this.taps += TAPS_OF_A_PHOTO
      await takePhoto(page, position)
    }
  }

  async sign(page: Page) {
    this.taps += 1
    await sign(page)
  }
}

/**
 * Takes the deposit and hands the car over, from the page of the booking; in the middle the network is cut, and what was
 * made meanwhile is sent once it is back.
 */
export async function handOverByPage(page: Page, checkPage: CheckPage, thumb: Thumb) {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await thumb.tap(button('Hand over'))
  await expect(page.getByRole('heading', { level: 1, name: 'Handover' })).toBeVisible()
  await expect(page.getByText('Step 1 of 6: Photos')).toBeVisible()
  await expect(page.getByText(/^The deposit of Ksh [\d,]+ is not taken yet/)).toBeVisible()
  await thumb.tap(button('Take deposit'))
  const taking = page.getByRole('dialog', { name: /^Take the deposit of BK/ })
  await expect(taking).toBeVisible()
  await checkPage(page)
  await taking.getByLabel('Paid by').selectOption('cash')
  await thumb.tap(taking.getByRole('button', { name: /^Take Ksh/ }))
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
  await thumb.photos(page, POSITIONS.slice(0, 3))
  await page.context().setOffline(true)
  // After one photo, the button at the thumb takes the next.
  await thumb.photos(page, POSITIONS.slice(3))
  await expect(page.getByText(/^Waiting for network: [0-7] of 8 photos sent$/)).toBeVisible()
  await checkPage(page, 'photos')
  await thumb.tap(button('Next: Marks'))
  await thumb.tap(button('Next: Kilometres and fuel'))
  await thumb.type(page.getByLabel('Kilometres'), '42000')
  await thumb.tap(page.getByText('Full', { exact: true }))
  await lookAgainWhereAsked(page)
  await checkPage(page, 'kilometres and fuel')
  await thumb.tap(button('Next: Equipment'))
  await thumb.tap(button('Next: Agreement'))
  await expect(page.getByRole('heading', { level: 2, name: 'Rental agreement' })).toBeVisible()
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held, apart from the rental/)).toBeVisible()
  await checkPage(page, 'agreement')
  await thumb.tap(button('Next: Signature'))
  await thumb.sign(page)
  await checkPage(page, 'signature')
  await thumb.tap(button('Hand over the car'))
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await expect(page.getByText(/^Waiting for network/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('When it left')).toBeVisible()
}

/** A car of the demo may have other kilometres, so that these are asked about again. */
export async function lookAgainWhereAsked(page: Page) {
  const asked = page.getByRole('checkbox', { name: /^I looked again/ })
  if (await asked.isVisible()) await asked.check()
}

/** Takes the car back with a new scratch and less fuel, and late: `late` says what a day is charged. */
export async function takeBackByPage(page: Page, checkPage: CheckPage, late: string) {
  const on = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Return' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Handover: Front', exact: true })).toBeVisible()
  await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
  await takePhotos(page, POSITIONS)
  await checkPage(page, 'photos')
  await on('Marks')
  await page.getByRole('button', { name: 'Add a mark: Left side' }).press('Enter')
  await expect(page.getByText('Scratch, Left side').first()).toBeVisible()
  await checkPage(page, 'marks')
  await on('Kilometres and fuel')
  await page.getByLabel('Kilometres').fill('41000')
  await page.getByText('4/8', { exact: true }).click()
  await on('Equipment')
  await expect(page.getByText('The last reading was 42,000 km, and you typed 41,000 km.')).toBeVisible()
  await page.getByLabel('Kilometres').fill('42380')
  await expect(page.getByText('380 km driven')).toBeVisible()
  await on('Equipment')
  await on('Charges')
  await expect(page.getByText('4 eighths of a tank at Ksh 1,200')).toBeVisible()
  const lateness = page.getByRole('listitem').filter({ hasText: 'Late return' })
  await expect(lateness).toContainText(`1 day late, at the price of the car for further days: ${late}`)
  await page.getByRole('listitem').filter({ hasText: 'Damage' }).getByLabel('Amount (Ksh)').fill('2000')
  await on('Signature')
  await expect(page.getByText('Please choose how it was paid')).toBeVisible()
  await page.getByLabel('How the charges were paid').selectOption('cash')
  await checkPage(page, 'charges')
  await on('Signature')
  await sign(page)
  await page.getByRole('button', { name: 'Take back the car' }).click()
  await expect(page.getByText('380 km driven')).toBeVisible()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
}
