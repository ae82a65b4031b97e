import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOfCatalogues } from '../scripts/check-catalogues.mjs'

const read = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'))
const catalogues = { en: read('en'), sw: read('sw') }
const keys = Object.keys(catalogues.en)

test('every message stands in every language, with the same parameters and all plural forms', () => {
  expect(faultsOfCatalogues(catalogues)).toEqual([])
  expect(keys.length).toBeGreaterThan(2)
})

test('the check finds what is wrong', () => {
  const plural = (match: object) => [{ declarations: ['input count'], selectors: ['p'], match }]
  const en = { a_key: 'Hello {name}', b_key: 'One', c_key: plural({ 'p=one': 'a', 'p=other': 'b' }) }
  expect(faultsOfCatalogues({ en, sw: en })).toEqual([])
  const sw = { a_key: 'Habari {jina}', c_key: plural({ 'p=one': 'a' }), d_key: 'x' }
  expect(faultsOfCatalogues({ en, sw })).toEqual([
    'sw: d_key is not in en.json',
    'sw: a_key has other parameters than the English message',
    'sw: b_key is missing',
    'sw: c_key lacks the form "other"',
  ])
  expect(faultsOfCatalogues({ en: { aKey: '' } })).toEqual(['aKey is not in snake_case'])
})

test('keys stand in alphabetical order, and each is used', () => {
  for (const messages of Object.values(catalogues)) {
    const given = Object.keys(messages)
    expect(given).toEqual(given.toSorted())
  }
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /^(contract|server|web|admin|ui|messages\/src)\/.*\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(900)
  const used = new Set(
    files.flatMap((path) => {
      try {
        return [...readFileSync(path, 'utf8').matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)
      } catch {
        return []
      }
    }),
  )
  expect(keys.filter((key) => !used.has(key))).toEqual([])
})

test('no amount that a message states can be broken into two lines', () => {
  const texts = Object.values(catalogues).flatMap((messages) => [...textsOf(messages).values()])
  expect(texts.filter((text) => /\bKsh (?=[\d{])/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes('Ksh\u00a0')).length).toBeGreaterThan(10)
})

test('role, staff and admin have one Swahili word each, that of the list of terms', () => {
  const terms: [RegExp, RegExp][] = [
    [/\brole\b/i, /wadhifa/i],
    [/\bstaff\b/i, /fanyakazi/i],
    [/\badmin\b/i, /simamizi/i],
  ]
  const [english, swahili] = [textsOf(catalogues.en), textsOf(catalogues.sw)]
  for (const [name, word] of terms) {
    const named = [...english].filter(([, text]) => name.test(text)).map(([key]) => key)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((key) => !word.test(swahili.get(key) ?? word.source))).toEqual([])
  }
})

/** Each text of a catalogue, also those of several forms, by its place. */
function textsOf(value: unknown, place = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[place, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, below]) => [...textsOf(below, `${place}/${key}`)]))
}
