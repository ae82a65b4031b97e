import { globSync, readFileSync } from 'node:fs'
import { routes } from '@twende/contract/routes.ts'
import { describe, expect, test } from 'vitest'

/** Compares `docs/prescribed.md` with the code: its addresses, its calls, its sentences, and that its field names stay at the edge. */

const document = readFileSync('docs/prescribed.md', 'utf8')

const sectionUnder = (heading: string) => document.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The cells of each row of the table under a heading, without those of its head. */
function rowsUnder(heading: string): string[][] {
  const rows = sectionUnder(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => row.split('|').slice(1, -1))
}

const quotedIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)

describe('docs/prescribed.md', () => {
  test('each page is at its addresses', () => {
    const table = readFileSync('web/src/routes.ts', 'utf8')
    const pages = rowsUnder('Pages').flatMap(([addresses, file]) =>
      quotedIn(addresses).map((address) => ({ address, file: quotedIn(file)[0]?.replace('web/src/', '') })),
    )
    expect(pages.length).toBeGreaterThanOrEqual(24)
    const missing = pages.filter(
      ({ address, file }) =>
        !table.includes(address === '/' ? `index('${file}'` : `route('${address.slice(1)}', '${file}'`),
    )
    expect(missing).toEqual([])
  })

  test('each call is a route, declared in the file that it names', () => {
    const calls = rowsUnder('Calls').map(([call, , file]) => ({
      call: quotedIn(call)[0],
      file: quotedIn(file)[0],
    }))
    expect(calls.length).toBeGreaterThanOrEqual(31)
    const wrong = calls.filter(
      ({ call = '', file = '' }) => !(call in routes) || !readFileSync(file, 'utf8').includes(`'${call}'`),
    )
    expect(wrong).toEqual([])
  })

  test('each field name is in the files that it names, and in no other of the server', () => {
    const sources = globSync('server/src/**/*.ts', {
      exclude: (name) => name.includes('.test.') || /[\\/](testing|seed)[\\/]/.test(name),
    }).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    expect(sources.length).toBeGreaterThan(400)
    const fields = rowsUnder('Fields')
    expect(fields.length).toBeGreaterThanOrEqual(7)
    for (const [wire, , files] of fields) {
      const [name = ''] = quotedIn(wire)
      const known = sources.filter(({ text }) => new RegExp(`(?<![\\w])${name}\\b`).test(text))
      expect(known.map(({ path }) => path).sort(), name).toEqual(
        quotedIn(files)
          .map((file) => `server/src/${file}`)
          .sort(),
      )
    }
  })

  test('each sentence is a text of the English catalogue', () => {
    const shape = (text: string) => text.replace(/\{\w+\}/g, '{}').replace(/\s+/g, ' ')
    const texts: object = JSON.parse(readFileSync('messages/en.json', 'utf8'))
    const known = new Set(
      Object.values(texts).flatMap((text) => (typeof text === 'string' ? [shape(text)] : [])),
    )
    const sentences = [...sectionUnder('Sentences').matchAll(/"([^"]+)"/g)].map(
      ([, sentence = '']) => sentence,
    )
    expect(sentences.length).toBeGreaterThanOrEqual(131)
    expect(sentences.filter((sentence) => !known.has(shape(sentence)))).toEqual([])
  })

  test('each difference has a reason and a file', () => {
    const differences = rowsUnder('Differences').map((row) => row.map((cell) => cell.trim()))
    expect(differences.length).toBeGreaterThanOrEqual(7)
    expect(differences.filter((row) => row.length !== 4 || row.includes(''))).toEqual([])
    expect(differences.filter(([, , , file]) => quotedIn(file).length !== 1)).toEqual([])
  })
})
