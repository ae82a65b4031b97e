import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

/** Keeps `docs/decisions` short and true: few records, and only names and references that lead to something. */

const FOLDER = 'docs/decisions'
const MAX_RECORDS = 25
const MAX_LINES = 40
const MAX_LINE_LENGTH = 150

const records = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && existsSync(path))
const fileNames = new Set(files.map((path) => basename(path)))

/** What stands in backticks and is a path of the project, or the name of one of its source files. */
function filesNamedIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
  return quoted.filter(
    (words) =>
      /^(contract|server|web|admin|ui|e2e|messages|scripts|tests|docs|deploy)\/[^\s<*{]+$/.test(words) ||
      /^[\w.-]+\.(ts|tsx|mjs|sql|css)$/.test(words),
  )
}

const named = records.flatMap(({ name, text }) => filesNamedIn(text).map((path) => ({ record: name, path })))

const references = files
  .filter((path) => /\.(ts|tsx|mjs|sql|md|css|json|ya?ml|conf|service|sh)$/.test(path))
  .flatMap((path) => {
    const found = readFileSync(path, 'utf8').matchAll(
      /docs\/decisions\/[\w.-]*\w|\bdecisions?[ /]\d{2,3}\b/gi,
    )
    return [...found].map(([words]) => ({ path, words }))
  })
  .filter(({ path }) => path !== 'tests/decisions.test.ts')

test(`${records.length} records are numbered from 01, and there are at most ${MAX_RECORDS}`, () => {
  expect(records.length).toBeGreaterThan(0)
  expect(records.length).toBeLessThanOrEqual(MAX_RECORDS)
  const numbers = records.map(({ name }) => name.match(/^(\d\d)-[a-z0-9-]+\.md$/)?.[1])
  expect(numbers).toEqual(records.map((_, index) => String(index + 1).padStart(2, '0')))
})

test(`each of ${records.length} records has at most ${MAX_LINES} lines, none of them long`, () => {
  const long = records.filter(({ text }) => {
    const lines = text.trimEnd().split('\n')
    return lines.length > MAX_LINES || lines.some((line) => line.length > MAX_LINE_LENGTH)
  })
  expect(long.map(({ name }) => name)).toEqual([])
})

test(`the list names ${records.length} records by their titles, and no other`, () => {
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  const lines = list.split('\n').filter((line) => line.startsWith('- '))
  const titles = records.map(
    ({ name, text }) => `- [${name.slice(0, 2)}](${name}) ${text.match(/^# (.*)/)?.[1]}`,
  )
  expect(lines).toEqual(titles)
})

test(`each of ${named.length} files that records name exists`, () => {
  expect(named.length).toBeGreaterThan(80)
  const missing = named.filter(({ path }) => !(path.includes('/') ? existsSync(path) : fileNames.has(path)))
  expect(missing).toEqual([])
})

test(`each of ${references.length} references to a record leads to one`, () => {
  expect(references.length).toBeGreaterThan(15)
  const lost = references.filter(({ words }) => !existsSync(words))
  expect(lost).toEqual([])
})
