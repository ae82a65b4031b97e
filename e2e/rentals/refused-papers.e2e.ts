import { expect, type Page } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import { blankPhoto, differentPhotos, noPicture, smallPhoto, takeThrough } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { openAs } from '../support/people.ts'
import { confirmedRental } from '../support/prepare-rental.ts'

const PAPERS = [
  'Licence, front',
  'Licence, back',
  'National ID, passport or other proof of identity',
] as const

const takePaper = (page: Page, paper: string, file: Parameters<typeof takeThrough>[2]) =>
  takeThrough(page, page.getByRole('button', { name: new RegExp(`^Take (photo|again) ${paper}$`) }), file)

test('papers that will not do are refused beside their field, and what was entered is not lost', {
  tag: '@phone-only',
}, async ({ page, sentData, checkPage }) => {
  sentData.add('papers.jpg')
  const { customer, stay, ownPage } = await confirmedRental({
    customer: 'Nyambura Gitau',
    car: 'Toyota Passo',
    daysAhead: 300,
    days: 3,
  })
  await openAs(page, customer, ownPage)
  const next = page.getByRole('region', { name: 'What is next' })
  await next.getByRole('link', { name: 'Go to the papers' }).click()
  await page
    .getByRole('region', { name: 'Who drives' })
    .getByRole('button', { name: 'Send the papers' })
    .click()
  const birth = page.getByLabel('Date of birth')
  const young = `${Number(stay.startDate.slice(0, 4)) - 22}-06-15`
  await birth.fill(showDay(young))
  await page.getByLabel('Licence number').fill('DL-7654321')
  await page.getByLabel('Licence valid until').fill('31 January 2040')
  await page.getByLabel('Number of this paper').fill('12345678')
  await takePaper(page, PAPERS[0], noPicture)
  await expect(
    page.getByText(
      'papers.jpg is not a picture that we can read. Please choose a JPEG, PNG, WebP, HEIC or AVIF picture.',
    ),
  ).toBeVisible()
  await takePaper(page, PAPERS[1], await blankPhoto())
  await expect(page.getByText(/^This photo shows an even surface\./)).toBeVisible()
  await takePaper(page, PAPERS[2], smallPhoto)
  await expect(page.getByRole('img', { name: `Your photo: ${PAPERS[2]}` })).toBeVisible()
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('The driver must be 23 years or older on the day of pickup.')).toBeVisible()
  await checkPage(page)

  await birth.fill('4 May 1990')
  const [, back, front] = differentPhotos
  await takePaper(page, PAPERS[0], smallPhoto)
  await expect(page.getByText(`This is the same photo as “${PAPERS[2]}”.`)).toBeVisible()
  for (const [paper, file] of [
    [PAPERS[0], front],
    [PAPERS[1], back],
  ] as const) {
    await takePaper(page, paper, file)
    await expect(page.getByRole('img', { name: `Your photo: ${paper}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Send the papers' }).click()
  await expect(page.getByText('We are checking these papers. You will see the answer here.')).toBeVisible()
  await expect(next.getByText('We are checking the papers of your driver.')).toBeVisible()
})
