import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { swahili } from '../support/catalogue.ts'
import { test } from '../support/journey.ts'
import { approvePayment, listByApi } from '../support/own-listings.ts'
import { payAtPaybill } from '../support/paybill.ts'
import { newPerson, newStaff, openAs } from '../support/people.ts'

/** The file that the button on the page makes: its name, its first line, and the lines with these words. */
async function download(page: Page, words: string) {
  const coming = page.waitForEvent('download')
  await page
    .getByRole('button', { name: swahili('Export CSV') })
    .first()
    .click()
  const file = await coming
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  return { name: file.suggestedFilename(), head: lines[0], own: lines.filter((line) => line.includes(words)) }
}

test('an accountant’s day in Swahili: money without a purchase, a pasted code, balances, files and months', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const today = nairobiDay(new Date())
  const accountant = await newStaff('Esther Hesabu')
  const listing = await listByApi(await newPerson('Kevin Kiprop'))
  await approvePayment(listing._id)
  const code = await payAtPaybill({ amount: 3_270, reference: 'MICHANGO', name: 'ACHIENG' })

  await page.addInitScript(() => localStorage.setItem('language', 'sw'))
  await openAs(page, accountant, '/admin/reconciliation')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(swahili('Reconciliation'))
  await expect(main.getByRole('listitem').filter({ hasText: code })).toContainText('Ksh 3,270')
  const pasted = listing.payment.code
  if (!pasted) throw new Error('The listing was paid without a code.')
  await expect(main.getByRole('listitem').filter({ hasText: pasted })).toContainText('Ksh 2,000')
  await checkPage(page)
  const days = await download(page, today)
  expect(days.name).toMatch(new RegExp(`^reconciliation-from-.*-to-${today}`))
  expect(days.head).toMatch(/^\W*Siku,Akaunti,/)
  expect(days.own.join('\n')).toContain(`${today},M-Pesa,`)

  await page.goto('/admin/balances')
  await expect(main.getByRole('link', { name: swahili('Not decided yet') })).toBeVisible()
  await checkPage(page)
  await page.goto('/admin/balances/list?balance=undecided')
  await expect(main.getByRole('row', { name: code })).toContainText('Ksh 3,270')
  await checkPage(page)
  expect((await download(page, code)).own).toEqual([expect.stringMatching(/,3270$/)])

  await page.goto(`/admin/payments?queue=all&search=${code}`)
  await expect(main.getByRole('row', { name: code }).or(main.getByText(code)).first()).toBeVisible()
  await checkPage(page, 'unmatched')
  await page.goto('/admin/reports?by=month')
  await expect(main.getByRole('table')).toBeVisible()
  await checkPage(page, 'by month')
  const months = await download(page, today.slice(0, 7))
  expect(months.own.length).toBeGreaterThan(0)
})
