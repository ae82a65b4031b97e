import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Checks `docs/security.md`: section 13 names every requirement once, and every file and test that it names exists. */

const text = readFileSync('docs/security.md', 'utf8')
const table = text.slice(text.indexOf('\n## 13.'))

/** OWASP ASVS 5.0.0, levels 1 and 2: the numbers of the requirements in each section. */
const requirements = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}

const expected = Object.entries(requirements).flatMap(([section, numbers]) =>
  numbers.split(' ').map((number) => `${section}.${number}`),
)
const rows = [...table.matchAll(/^\| ([\d., ]+) \|(.+)\|$/gm)]
const named = rows.flatMap(([, ids = '']) => ids.split(', ').map((id) => id.trim()))

test('the standard has 253 requirements at levels 1 and 2, and each stands in the table once', () => {
  expect(expected).toHaveLength(253)
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([])
  expect([...named].sort()).toEqual([...expected].sort())
})

test('each requirement that applies names a file, a test or a section', () => {
  expect(rows.length).toBeGreaterThan(100)
  const bare = rows.filter(([, , rest = '']) => !/`[\w./-]+`|[Ss]ection \d+|does not apply/.test(rest))
  expect(bare.map(([row]) => row)).toEqual([])
})

test('every file that the document names exists, and every test it quotes is in that file', () => {
  const files = [
    ...text.matchAll(/`((?:contract|server|web|e2e|scripts|docs|tests)\/[\w./-]+)`(?: “([^”]+)”)?/g),
  ]
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter(([, , quoted]) => quoted).length).toBeGreaterThan(20)
  const wrong = files
    .filter(([, path = '', quoted]) => {
      if (!existsSync(path)) return true
      return quoted !== undefined && !readFileSync(path, 'utf8').includes(quoted)
    })
    .map(([named]) => named)
  expect(wrong).toEqual([])
})

test('every section that the document points to is there', () => {
  const sections = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number)
  const pointed = [...text.matchAll(/\bsection (\d+)/gi)].map(([, number]) => number)
  expect(pointed.length).toBeGreaterThan(10)
  expect(pointed.filter((number) => !sections.includes(number))).toEqual([])
})
