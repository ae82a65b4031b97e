import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, phoneCell } from './csv.ts'

test('a cell that a spreadsheet would calculate is written as words', () => {
  const cells = [
    '=1+1',
    '+254712345678',
    '-3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    ' =1',
    '＝1',
    '|x',
    'Wanjiku',
    12_500,
    null,
  ]
  expect(csvText([cells])).toBe(
    `'=1+1,'+254712345678,'-3,'@SUM(A1),'\tx,"'\rx",' =1,'＝1,'|x,Wanjiku,12500,\r\n`,
  )
})

test.each([
  [';=1+1', ";'=1+1"],
  ['Mombasa;=HYPERLINK(1)', "Mombasa;'=HYPERLINK(1)"],
  ['a; "=1";+2', `a; "'=1";'+2`],
  ['red; blue', 'red; blue'],
])('nor one after a semicolon, at which some computers separate cells: %j', (cell, written) => {
  expect(readLine(csvText([[cell]]))).toEqual([written])
})

test('quotes, commas and line ends stay within their cell', () => {
  expect(csvText([['say "yes"', 'a,b', 'two\nlines']])).toBe('"say ""yes""","a,b","two\nlines"\r\n')
})

test('whatever is written reads back as it was, but for the mark before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const marked = cells
        .map((cell) => cell.replace(/(;\s*"?)(?=[=+\-@＝＋－＠−|%])/g, "$1'"))
        .map((cell) => (/^\s*[=+\-@\t\r＝＋－＠−|%]/.test(cell) ? `'${cell}` : cell))
      expect(readLine(csvText([cells]))).toEqual(marked)
    }),
  )
})

test.each([
  ['0712345678', '0712 345 678'],
  ['254712345678', '0712 345 678'],
  ['+254 112 345678', '0112 345 678'],
  ['+44 7911 123456', 'tel:+447911123456'],
  ['0044 7911 123456', 'tel:+447911123456'],
  ['+44 (0)7911 123456', 'tel:+447911123456'],
  ['020 2712345', 'tel:0202712345'],
  ['ask for Achieng', 'ask for Achieng'],
  ['', ''],
  [null, null],
])('a spreadsheet does not change the phone number %j', (phone, cell) => {
  expect(phoneCell(phone)).toBe(cell)
  expect(csvText([[phoneCell(phone)]])).toBe(`${cell ?? ''}\r\n`)
})

/** Reads a line as RFC 4180 has it. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  const text = line.slice(0, -2)
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '"' && quoted && text[at + 1] === '"') cell += text[++at]
    else if (letter === '"') quoted = !quoted
    else if (letter === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
