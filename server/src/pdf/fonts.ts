import { readFile } from 'node:fs/promises'
import { projectPath } from '../config/folders.ts'

export type DocumentFonts = { regular: Buffer; semibold: Buffer }

let fonts: Promise<DocumentFonts> | undefined

/** The fonts of documents, read once. */
export function readFonts(): Promise<DocumentFonts> {
  fonts ??= Promise.all([read('400'), read('600')]).then(([regular, semibold]) => ({ regular, semibold }))
  return fonts
}

const read = (weight: string) => readFile(projectPath(`server/src/pdf/fonts/hanken-grotesk-${weight}.ttf`))

/** Letters that both fonts have. */
const KNOWN =
  /^[\n\u0020-\u007e\u00a0-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01d4\u01e6\u01e7\u0218-\u021b\u02c6\u02da\u02dc\u1e80-\u1e85\u1ea0-\u1ef9\u2013-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2190\u2192\u2212]$/u

/** Signs that are written with others. */
const alike: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u02bb': '‘',
  '\u02bc': '’',
  '\u2032': '’',
  '\u2033': '”',
}

/** The text with every letter that the fonts lack replaced: by the letter without its marks, otherwise by `?`. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (KNOWN.test(letter)) return letter
    if (/^[\p{Cc}\p{Zs}]$/u.test(letter)) return ' '
    const plain = alike[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return Array.from(plain).every((part) => KNOWN.test(part)) ? plain : '?'
  }).join('')
}
