import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../testing/data-folder.ts'
import { tokenSecret } from './generated-secret.ts'

test('the secret is made once, even by several processes at once, and only its owner may read it', async () => {
  const dataDir = await dataFolder()
  const made = await Promise.all(
    Array.from({ length: 8 }, () => tokenSecret({ tokenSecret: undefined, dataDir })),
  )
  expect(new Set(made).size).toBe(1)
  expect(made[0]?.length).toBeGreaterThanOrEqual(32)
  expect((await stat(join(dataDir, 'token-secret'))).mode & 0o777).toBe(0o600)
  expect(await tokenSecret({ tokenSecret: undefined, dataDir })).toBe(made[0])
})

test('a given secret is used as it is', async () => {
  expect(await tokenSecret({ tokenSecret: 'given', dataDir: '/nowhere' })).toBe('given')
})

test('a damaged secret is refused rather than used', async () => {
  const dataDir = await dataFolder()
  await writeFile(join(dataDir, 'token-secret'), '\n')
  await expect(tokenSecret({ tokenSecret: undefined, dataDir })).rejects.toThrow(/is damaged/)
})
