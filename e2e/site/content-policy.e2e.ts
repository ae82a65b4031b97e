import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { awake } from '../support/open-page.ts'

test('a script that came into a page from outside does not run, and no picture from elsewhere is fetched', async ({
  page,
  pageErrors,
}) => {
  pageErrors.expect(/Content Security Policy/, /a request to https:\/\/elsewhere\.example/)
  await page.route('/buy', async (route) => {
    const answer = await route.fetch()
    const smuggled = `<script>window.smuggled = 1</script>
      <svg onload="window.smuggled = 2"></svg><img src="https://elsewhere.example/counted.png">`
    const body = (await answer.text()).replace('</body>', `${smuggled}</body>`)
    await route.fulfill({ response: answer, body })
  })
  const refused = page.waitForEvent('console', (message) => /script-src/.test(message.text()))
  const unfetched = page.waitForEvent('requestfailed', (each) => each.url().includes('elsewhere.example'))
  await page.goto('/buy')
  await refused
  expect((await unfetched).failure()?.errorText).toBe('csp')
  await awake(page)
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
})
