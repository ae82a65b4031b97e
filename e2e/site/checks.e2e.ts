import { expect } from '@playwright/test'
import { textsOutsideCatalogue } from '../support/catalogue.ts'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'

test('a text outside the catalogue, a button without a name, and what is wider than the screen, are found', async ({
  page,
  sentData,
  checkPage,
}) => {
  await open(page, '/sw/terms')
  await page.evaluate(() => document.querySelector('main')?.append('Words that nobody translated'))
  expect(await textsOutsideCatalogue(page, sentData)).toEqual({ outside: ['Words that nobody translated'] })
  await page.evaluate(() => {
    const nameless = document.createElement('button')
    nameless.style.padding = '24px'
    document.querySelector('main')?.append(nameless)
  })
  await expect(checkPage(page, 'with a nameless button')).rejects.toThrow('button-name')
  await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.style.width = '3000px'
    wide.style.height = '1px'
    document.body.append(wide)
  })
  await expect(checkPage(page, 'with something wide')).rejects.toThrow('what is wider than the screen')
})
