import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLocale } from '../http/request-locale.ts'
import { readPdf } from '../testing/read-pdf.ts'
import type { Block, FormField, PaperDocument } from './document.ts'
import { printable, unprintableIn } from './fonts.ts'
import { renderDocument } from './render-document.ts'

const paperOf = (blocks: readonly Block[], choices: Partial<PaperDocument> = {}): PaperDocument => ({
  title: 'Agreement',
  subtitle: '',
  reference: ['AG-1'],
  footer: 'Twende',
  locale: 'en',
  madeAt: new Date('2026-04-01T09:00:00Z'),
  sections: [{ title: 'Section', blocks }],
  ...choices,
})

describe('a rendered document', () => {
  test('can be read back: Swahili, Kikuyu and European names, money and quotes', async () => {
    const words =
      'Mũthoni wa Kĩhara, Zoë Müller-Łęcki, Nguyễn Đặng, Ng’ang’a “Kadzo” – Ksh 12,500 • 50% … Æsa Ødegård İ ı ß'
    const { text } = await readPdf(await renderDocument(paperOf([{ kind: 'text', text: words }])))
    expect(text).toContain(words)
  })

  test.each([
    ['Arabic', 'محمد علي'],
    ['Chinese', '王芳 陳大文'],
    ['Amharic', 'አበበ በቀለ'],
    ['Cyrillic', 'Наталья Кузнецова'],
    ['Greek', 'Νίκος Παπαδόπουλος'],
    ['Hausa', 'Ɗan Ƙwairanga Ṣàngó'],
    ['emoji', 'Amina 🚗👍🏽'],
  ])('a name in %s is printed with its own letters, in every place of a document', async (_, name) => {
    const facts: Block = { kind: 'facts', facts: [{ label: name, value: name }] }
    const table: Block = { kind: 'table', head: ['', name], rows: [[name, name]] }
    const signed: Block = { kind: 'signatures', signatures: [{ role: 'Renter', name, note: '' }] }
    const paper = paperOf([facts, table, signed, { kind: 'points', points: [name] }], { footer: name })
    const { text } = await readPdf(await renderDocument(paper))
    expect(unprintableIn(name)).toEqual([])
    expect(text).not.toMatch(/\?|U\+/)
    const letters = name.replace(/\s|\u{1f3fd}/gu, '')
    const printed = text.replace(/\s/g, '')
    const count =
      printed.split(letters).length - 1 + printed.split(Array.from(letters).toReversed().join('')).length - 1
    expect(count).toBeGreaterThanOrEqual(6)
  })

  test('a number in Arabic digits is read to the right, as every number is', async () => {
    for (const text of ['شارع ١٤', 'Road ١٤']) {
      const { pieces } = await readPdf(await renderDocument(paperOf([{ kind: 'text', text }])))
      const digits = pieces.flatMap((piece) => piece.text.match(/[١٤]+/gu) ?? [])
      expect(digits).toEqual(['١٤'])
    }
  })

  test.each([
    ['one font draws', ''],
    ['several fonts draw', ' 王芳'],
  ])('an amount stays on one line in a text that %s', async (_, name) => {
    const lines = Array.from({ length: 30 }, (_unused, at) => `${'x '.repeat(50 + at)}Ksh 12,500${name}`)
    const { pieces } = await readPdf(
      await renderDocument(paperOf(lines.map((text) => ({ kind: 'text', text })))),
    )
    const words = pieces.filter(({ text }) => /Ksh|12,500/.test(text))
    expect(words.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual(
      words.map(() => expect.stringContaining('Ksh 12,500')),
    )
  })

  test('a long text without spaces is broken into lines, and goes on to the next page', async () => {
    const { text, pages } = await readPdf(
      await renderDocument(paperOf([{ kind: 'text', text: '王芳陳'.repeat(2_000) }])),
    )
    expect(pages).toBeGreaterThan(1)
    expect(text.replace(/[^王芳陳]/gu, '')).toHaveLength(6_000)
  })

  test('a letter that no font has is named, never replaced in silence, and nothing fails', async () => {
    expect(printable('ṣalāh 王芳 a\u2011b')).toBe('ṣalāh 王芳 a-b')
    expect(printable('\u{1d400}bebe \ua840')).toBe('Abebe [U+A840]')
    expect(unprintableIn('Abebe \ua840\ua840 [x]')).toEqual(['\ua840'])
    // A mark that no font has, on a letter that one has.
    expect(printable('m\u0336')).toBe('m[U+0336]')
    expect(unprintableIn('m\u0336 [U+0336]')).toEqual(['m\u0336'])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
        const facts: Block = { kind: 'facts', facts: [{ label: text, value: text }] }
        const { pages } = await readPdf(await renderDocument(paperOf([{ kind: 'text', text }, facts])))
        expect(pages).toBe(1)
      }),
      { numRuns: 25 },
    )
  })

  test('numbers its pages in the language, whatever goes over the end of a page', async () => {
    const row = Array.from({ length: 90 }, (_, at) => [`Line ${at}`, `Ksh ${at}`])
    const points = Array.from({ length: 40 }, (_, at) => `Point ${at} `.repeat(30))
    const paper = paperOf(
      [
        { kind: 'table', head: ['What', 'Amount'], rows: row, sum: ['Sum', 'Ksh 4,005'] },
        { kind: 'points', points },
      ],
      { locale: 'sw' },
    )
    const { text, pages } = await readPdf(await inLocale('sw', () => renderDocument(paper)))
    expect(pages).toBeGreaterThan(3)
    for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Ukurasa ${page} kati ya ${pages}`)
    for (const [what] of row) expect(text).toContain(`${what} `)
    expect(text).toContain('Point 39')
  })

  const line = (at: number) => ({ kind: 'text', text: `Line ${at}` }) as const
  const signed = (name: string): Block => ({
    kind: 'signatures',
    signatures: [{ role: 'Renter', name, note: '27 Nov 2026, 12:00' }],
  })

  test('a long name that is signed with ends above the day', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff Ng’ang’a wa Kĩrĩnyaga'
    const { pieces } = await readPdf(await renderDocument(paperOf([signed(name), line(1)])))
    const at = (text: string) => pieces.find((piece) => piece.text.includes(text))?.y ?? 0
    expect(at('Kĩrĩnyaga')).toBeLessThan(at('Wolfe'))
    expect(at('Kĩrĩnyaga') - at('27 Nov')).toBeGreaterThan(8)
    expect(at('27 Nov') - at('Line 1')).toBeGreaterThan(8)
  })

  test('a heading stands on the page of what it heads, and a sum on that of its last line', async () => {
    const amounts: Block = {
      kind: 'table',
      head: ['', ''],
      rows: [
        ['Rent', '1'],
        ['Seat', '2'],
      ],
      sum: ['Sum', '3'],
    }
    for (let lines = 30; lines < 45; lines += 1) {
      const before = Array.from({ length: lines }, (_, at) => line(at))
      const sections = [
        { title: '', blocks: before },
        { title: 'Price', blocks: [amounts] },
        { title: 'Signatures', blocks: [signed('Achieng')] },
      ]
      const { pieces } = await readPdf(await renderDocument(paperOf([], { sections })))
      const pageOf = (text: string) => pieces.find((piece) => piece.text === text)?.page
      expect([lines, pageOf('Price'), pageOf('Signatures')]).toEqual([
        lines,
        pageOf('Rent'),
        pageOf('Renter'),
      ])
      expect([lines, pageOf('Sum')]).toEqual([lines, pageOf('Seat')])
    }
  })

  test.each([
    [
      'a field of several lines',
      'Toyota Land Cruiser Prado TX-L 2.8 Diesel, 7 seats, sunroof and leather, 2019',
    ],
    [
      'text of several lines',
      'Toyota Land Cruiser Prado አበበ TX-L 2.8 Diesel, 7 seats, sunroof and leather, 2019',
    ],
  ])('what is known and fits on no line is %s above the next one', async (_, value) => {
    const half = (name: string, known = ''): FormField => ({ name, label: name, value: known, half: true })
    const fields = [half('model', value), half('year', '2019'), half('plate'), half('engine')]
    const { pieces, fieldHeights } = await readPdf(
      await renderDocument(paperOf([{ kind: 'fields', fields }])),
    )
    const yOf = (label: string) => pieces.find(({ text }) => text === label)?.y ?? Number.NaN
    const written = pieces.filter(({ text }) => value.includes(text)).map(({ y }) => y)
    const { model: height = 0 } = fieldHeights
    const lowest = Math.min(yOf('model') - height, ...written)
    expect(yOf('model') - lowest).toBeGreaterThan(25)
    expect(lowest - yOf('plate')).toBeGreaterThan(8)
  })

  test.each(['Mũthoni wa Kĩrĩnyaga', 'Łęcki', 'Nguyễn'])(
    'what is known is written in the fonts of the pages where that of forms lacks a letter: %s',
    async (value) => {
      const fields = [{ name: 'model', label: 'Model', value }]
      const { text, fields: toFill } = await readPdf(
        await renderDocument(paperOf([{ kind: 'fields', fields }])),
      )
      expect(text).toContain(value)
      expect(toFill).toEqual({})
    },
  )

  test('holds places to sign and a code', async () => {
    const paper = paperOf([
      { kind: 'signatures', signatures: [{ role: 'Renter', name: 'Achieng', note: 'today' }] },
      { kind: 'code', address: 'https://twende.example/check/AG-1', title: 'Check', text: 'Scan it' },
    ])
    const { text } = await readPdf(await renderDocument(paper))
    for (const part of ['Renter', 'Achieng', 'https://twende.example/check/AG-1'])
      expect(text).toContain(part)
  })
})
