import { expect, type Locator, type Page } from '@playwright/test'
import { bookingsOf, expectStep, referenceOnPage } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'
import { newPerson } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a car is found, booked and paid for without a mouse, and the focus can always be seen', async ({
  page,
}) => {
  const person = await newPerson()
  const stay = new URLSearchParams(await freeStay('Toyota RAV4', 130, 2))
  await open(page, `/rent?search=RAV4&${stay}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Toyota RAV4' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Toyota RAV4' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Rent This Car' }))
  await page.keyboard.press('Enter')

  const login = page.getByRole('dialog', { name: 'Login' })
  await type(page, login.getByLabel('Email'), person.email)
  await type(page, login.getByLabel(/^Password/), person.password)
  await tabTo(page, login.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await expectStep(page, 1)
  await tabTo(page, page.getByLabel('Pickup location'))
  await page.keyboard.type('Karen')
  await expect(page.getByLabel('Pickup location')).toHaveValue('Karen, Nairobi')
  await tabTo(page, page.getByRole('button', { name: 'Bring it back to Karen, Nairobi' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Customer Info' })).toBeFocused()
  await type(page, page.getByLabel('Phone number'), person.phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Confirm Booking' }))
  await page.keyboard.press('Enter')

  const reference = await referenceOnPage(page)
  await type(page, page.getByLabel('M-Pesa PIN'), '1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  expect(await bookingsOf(person)).toMatchObject([{ bookingId: reference, status: 'confirmed' }])
})

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
}

/** Presses Tab until the focus is there; on the way it must be visible at every stop. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusShown)).toBe('')
  }
  throw new Error('The keyboard does not get there.')
}

/** Names the focused element if nobody could see that it has the focus. */
function focusShown(): string {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return ''
  const isMarked = (element: Element | null): boolean => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const box = focused.getBoundingClientRect()
  const marked = isMarked(focused) || isMarked(focused.closest('label'))
  if (marked && box.bottom > 0 && box.top < window.innerHeight) return ''
  return focused.outerHTML.slice(0, 200)
}
