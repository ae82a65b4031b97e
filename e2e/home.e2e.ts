import { test } from './journey.ts'
import { open } from './open.ts'

test('the home page opens', { tag: '@phone' }, async ({ page, lookOver }) => {
  await open(page, '/')
  await lookOver(page)
})
