import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/prescribed.md']

/** What stands in backticks and begins with a folder of the project. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:contract|server|web|admin|ui|e2e|scripts|tests|docs|deploy)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<*{]/.test(path))
}

describe.each(documents)('%s', (document) => {
  const paths = pathsIn(readFileSync(document, 'utf8'))

  test('names files', () =>
    expect(paths.length).toBeGreaterThan(['README.md', 'docs/deploy.md'].includes(document) ? 3 : 15))

  test('every file and folder that it names exists', () => {
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })
})
