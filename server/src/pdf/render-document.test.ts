import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLocale } from '../http/request-locale.ts'
import { readPdf } from '../testing/read-pdf.ts'
import type { Block, PaperDocument } from './document.ts'
import { printable } from './fonts.ts'
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

  test('has no letter that its fonts lack: a sign of another script is replaced, and nothing fails', async () => {
    expect(printable('ṣalāh ɗan 王芳 🚗 a\u2011b\u00adc')).toBe(
      'salāh ?an ?? ? a-b\u00adc'.replace('salāh', 'salāh'),
    )
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
