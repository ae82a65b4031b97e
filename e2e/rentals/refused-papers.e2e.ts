import { expect, type Page } from '@playwright/test'
import { addDays, showDay } from '@twende/contract/calendar-day.ts'
import { bookByApi } from '../support/booking-wizard.ts'
import { blankPhoto, noPicture, smallPhoto, takeThrough } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { stayIn } from '../support/market.ts'
import { newPerson, openAs } from '../support/people.ts'

const PAPERS = ['Licence, front', 'Licence, back', 'National ID or passport'] as const

const takePaper = (page: Page, paper: string, file: Parameters<typeof takeThrough>[2]) =>
  takeThrough(page, page.getByRole('button', { name: new RegExp(`^Take (photo|again) ${paper}$`) }), file)

test('papers that will not do are refused beside their field, and what was entered is not lost, also when the upload breaks off', {
  tag: '@phone-only',
}, async ({ page, pageErrors, sentData, checkPage }) => {
  pageErrors.expect(/ERR_CONNECTION_RESET/)
  sentData.add('papers.jpg')
  const customer = await newPerson('Nyambura Gitau')
  const stay = stayIn(300, 3)
  const booking = await bookByApi(customer, 'Toyota Passo', stay, 'whatsapp')
  await openAs(page, customer, `/mybookings/${booking._id}`)
  await page.getByRole('button', { name: 'Send the papers' }).click()
  const birth = page.getByLabel('Date of birth')
  const licence = page.getByLabel('Licence number')
  const until = page.getByLabel('Licence valid until')
  const young = `${Number(stay.startDate.slice(0, 4)) - 22}-06-15`
  await birth.fill(showDay(young))
  await licence.fill('KENYA 1')
  // It ends a day before the car is brought back.
  await until.fill(showDay(addDays(stay.endDate, -1)))
  await page.getByLabel('Number of the ID or passport').fill('12345678')
  await takePaper(page, PAPERS[0], noPicture)
  await expect(
    page.getByText(
      'papers.jpg is not a picture that we can read. Please choose a JPEG, PNG or WebP picture.',
    ),
  ).toBeVisible()
  await takePaper(page, PAPERS[1], await blankPhoto())
  await expect(page.getByText(/^This photo shows an even surface\./)).toBeVisible()
  await takePaper(page, PAPERS[2], smallPhoto)
  await expect(page.getByRole('img', { name: `Your photo: ${PAPERS[2]}` })).toBeVisible()
  await page.getByRole('button', { name: 'Send the papers' }).click()
  for (const sentence of [
    'The driver must be 23 years or older on the day of pickup.',
    'The licence must be valid until the day of return.',
    'Type the licence number as it is on the licence, such as DL-1234567.',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await checkPage(page)

  await until.fill('31 January 2024')
  await birth.fill('4 May 1990')
  await licence.fill('DL-7654321')
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('The licence must be valid until the day of return.')).toBeVisible()
  await until.fill('31 January 2040')
  for (const paper of [PAPERS[0], PAPERS[1]]) {
    await takePaper(page, paper, smallPhoto)
    await expect(page.getByRole('img', { name: `Your photo: ${paper}` })).toBeVisible()
  }
  await page.route('**/api/booking/*/driver', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(
    page.getByText(
      'The upload broke off. Everything you typed and all photos are still here: send them again.',
    ),
  ).toBeVisible()
  await expect(licence).toHaveValue('DL-7654321')
  await expect(birth).toHaveValue(showDay('1990-05-04'))
  for (const paper of PAPERS)
    await expect(page.getByRole('img', { name: `Your photo: ${paper}` })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('We are checking these papers. You will see the answer here.')).toBeVisible()
})
