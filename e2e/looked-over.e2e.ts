import { expect, test } from '@playwright/test'
import { looks } from './looked-over.ts'

test('the journeys have looked over every page and dialog they know', async () => {
  const seen = await looks()
  const distinct = (project: string) =>
    new Set(seen.filter((look) => look.project === project).map(({ path, dialog }) => `${path} ${dialog}`))
  expect(distinct('desktop').size).toBeGreaterThan(3)
})
