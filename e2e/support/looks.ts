import { test } from '@playwright/test'
import type { TestResult } from '@playwright/test/reporter'
import type { Look } from './page-checks.ts'

const LOOK = 'looked over'

/** Notes with the running journey what it looked over, for the count at the end of the run. */
export function noteLook(look: Look): void {
  test.info().annotations.push({ type: LOOK, description: JSON.stringify(look) })
}

/** What a journey looked over. */
export function looksOf({ annotations }: TestResult): Look[] {
  return annotations.flatMap(({ type, description }) =>
    type === LOOK && description ? [JSON.parse(description)] : [],
  )
}
