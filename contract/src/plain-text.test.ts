import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { line, optionalParagraphs, paragraphs, plainLine, plainParagraphs } from './text.ts'

const hidden = [
  '\u0000',
  '\u0007',
  '\u009f',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ufeff',
  '\u3164',
  '\u{e0041}',
  '\ud800',
]
const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom(...hidden, '\n', '\t', ' ', '\u200d', '\ufe0f', '👩', 'ن', 'a'),
  ),
)

describe('text from people', () => {
  test('shows all that it is: nothing unseen, nothing turned around, one line where it is one', () => {
    fc.assert(
      fc.property(anyText, (parts) => {
        const text = plainLine(parts.join(''))
        expect(text).not.toMatch(
          /[\p{Cc}\u00ad\u061c\u115f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e0fff}]/u,
        )
        expect(text.isWellFormed()).toBe(true)
        expect(text).toBe(text.trim())
        expect(plainLine(text)).toBe(text)
        expect(plainParagraphs(plainParagraphs(parts.join('')))).toBe(plainParagraphs(parts.join('')))
      }),
    )
  })

  test.each([
    ['ن\u200d\u061c', 'ن'],
    ['a\ufe0f\u200d👩', 'a👩'],
  ])('a mark is left out together with the neighbour that it was kept for', (text, expected) => {
    expect(plainLine(text)).toBe(expected)
    expect(plainParagraphs(text)).toBe(expected)
  })

  test.each([
    'Ng’ombe, mtoto na gari: Ksh 1,200 – bei nzuri!',
    'سيارة جميلة', // Arabic
    'می‌خواهم', // Persian, with its joining mark
    'Toyota 👩‍👩‍👧‍👦 family car ❤️ 👍🏾 🇰🇪 1️⃣',
    'Škoda Citroën Peugeot e\u0301',
  ])('%s stays as it is', (text) => {
    expect(plainLine(text)).toBe(text)
    expect(plainParagraphs(text)).toBe(text)
  })

  test('paragraphs stay where they are meant, and become spaces where they are not', () => {
    expect(paragraphs(99).parse(' One owner.\r\n\r\nServiced.\u202E ')).toBe('One owner.\n\nServiced.')
    expect(optionalParagraphs(99).parse('a\tb\nc')).toBe('a\tb\nc')
    expect(line(99).parse('Toyota\r\nVitz\u200B\t1.3')).toBe('Toyota Vitz 1.3')
  })

  test('what shows nothing is nothing', () => {
    for (const text of ['\u200b\u200d', '\u3164', '\u2800\u202e', '\ufeff \u00ad']) {
      expect(line(9, () => 'Please enter a name').safeParse(text).error?.issues[0]?.message).toBe(
        'Please enter a name',
      )
    }
  })
})
