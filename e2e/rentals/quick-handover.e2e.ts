import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { rentalWithPapers } from '../support/prepare-rental.ts'
import { openDesk, POSITIONS, sign, takePhoto } from '../support/yard.ts'

/** At two seconds a tap, a handover within two minutes. */
const MOST_TAPS = 55
/** Of a photo: the button, and the shutter of the phone's own camera. */
const TAPS_OF_A_PHOTO = 2

/** Counts what a thumb does. */
class Thumb {
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

  async photo(page: Page, position: string) {
    this.taps += TAPS_OF_A_PHOTO
    await takePhoto(page, position)
  }

  async sign(page: Page) {
    this.taps += 1
    await sign(page)
  }
}

test(
  'a customer whose papers are known gets the car within 55 taps, from the list of the yard',
  {
    tag: '@both-widths',
  },
  async ({ page, checkPage }, testInfo) => {
    const { stay } = await rentalWithPapers({ customer: 'Moraa Nyaboke', car: 'Toyota Axio', daysAhead: 190 })
    await openDesk(page, `/admin/yard?day=${stay.startDate}`)
    const thumb = new Thumb()
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await thumb.tap(
      page
        .getByRole('listitem')
        .filter({ hasText: 'Moraa Nyaboke' })
        .getByRole('link', { name: 'Toyota Axio' }),
    )
    await thumb.tap(button('Hand over'))
    await expect(page.getByRole('heading', { level: 1, name: 'Handover' })).toBeVisible()
    await expect(page.getByText('Step 1 of 5: Photos')).toBeVisible()
    await expect(page.getByText(/^The deposit of Ksh [\d,]+ is not taken yet/)).toBeVisible()
    await thumb.tap(button('Take deposit'))
    await checkPage(page)
    await thumb.tap(
      page
        .getByRole('dialog', { name: /^Take the deposit of BK/ })
        .getByRole('button', { name: /^Take Ksh/ }),
    )
    await expect(page.getByText(/^A deposit of Ksh [\d,]+ is held/)).toBeVisible()
    // After one photo, the button at the thumb takes the next.
    for (const position of POSITIONS) await thumb.photo(page, position)
    await checkPage(page, 'photos')
    await thumb.tap(button('Next: Marks'))
    await thumb.tap(button('Next: Kilometres and fuel'))
    await thumb.type(page.getByLabel('Kilometres'), '42000')
    await thumb.tap(page.getByText('Full', { exact: true }))
    await checkPage(page, 'kilometres and fuel')
    await thumb.tap(button('Next: Equipment'))
    await thumb.tap(button('Next: Signature'))
    await thumb.sign(page)
    await checkPage(page, 'signature')
    await thumb.tap(button('Hand over the car'))
    await expect(page.getByText('When it left')).toBeVisible()
    testInfo.annotations.push({ type: 'taps of a handover', description: String(thumb.taps) })
    expect(thumb.taps).toBeLessThanOrEqual(MOST_TAPS)
  },
)
