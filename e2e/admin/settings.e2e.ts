import { expect } from '@playwright/test'
import { restoreSettings, settingsNow } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { marketAddress } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, openAs } from '../support/people.ts'

test('an admin changes what a plan and cancelling cost, and every page says so at once', async ({
  page,
  browser,
  checkPage,
  atEnd,
}) => {
  const before = await settingsNow()
  atEnd(() => restoreSettings(before))
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin/settings')
  await expect(page.getByRole('heading', { name: 'Cancelling a rental' })).toBeVisible()
  await checkPage(page)
  const save = async (plan: string, hours: string) => {
    await page.getByLabel('3 months (Ksh)').fill(plan)
    await page.getByLabel('Free cancellation until (hours before pickup)').fill(hours)
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/admin/settings'),
    )
    await page.getByRole('button', { name: 'Save settings' }).click()
    expect((await saved).status()).toBe(200)
    await expect(page.getByText('Settings saved').last()).toBeVisible()
  }
  const termsSay = async (...words: string[]) => {
    const html = await (await fetch(`${marketAddress}/terms`)).text()
    for (const word of words) expect(html).toContain(word)
  }
  await termsSay('3 months: Ksh 4,500', 'Until 24 hours before pickup')
  await page.getByLabel('3 months (Ksh)').fill('1900')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('A longer plan costs more than a shorter one')).toBeVisible()
  await checkPage(page)
  await save('4800', '8')
  await expect(
    page.getByText(
      'A rental of 5 days for Ksh 22,500, cancelled 7 hours before pickup: the cancellation fee is Ksh 4,500.',
    ),
  ).toBeVisible()

  const seller = await (await browser.newContext()).newPage()
  await open(seller, '/sell')
  await expect(seller.getByLabel(/3 months/)).toHaveAccessibleName(/Ksh 4,800/)
  await termsSay('3 months: Ksh 4,800', 'Until 8 hours before pickup')
  await save('4500', '24')
  await termsSay('3 months: Ksh 4,500', 'Until 24 hours before pickup')
})
