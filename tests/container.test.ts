import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files of the project that the running program opens, up to the first part that is only known then. */
const opened = globSync('server/src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/projectPath\(['`]([^'`$]+)/g)])
  .map(([, path = '']) => path)

const copied = [
  ...readFileSync('deploy/Containerfile', 'utf8').matchAll(/--from=build \/opt\/twende\/(\S+)/g),
].map(([, path = '']) => path)

test('every file that the program opens is in the container image', () => {
  expect(opened.length).toBeGreaterThan(5)
  expect(
    opened.filter((path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`))),
  ).toEqual([])
})
