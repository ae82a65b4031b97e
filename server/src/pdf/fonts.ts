import { readFileSync } from 'node:fs'
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

/** Letters that both fonts of the pages have. */
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

/** A file of `fonts/noto/`, by its name without `.woff`. */
export type OtherFont = string

type Coverage = { font: OtherFont; ranges: readonly (readonly [first: number, last: number])[] }

let coverage: readonly Coverage[] | undefined

/** Which letters each further font has, in the order in which they are asked. */
function readCoverage(): readonly Coverage[] {
  if (coverage) return coverage
  const stored: Record<string, string> = JSON.parse(
    readFileSync(projectPath('server/src/pdf/fonts/noto/coverage.json'), 'utf8'),
  )
  coverage = Object.entries(stored).map(([font, ranges]) => ({
    font,
    ranges: ranges.split(' ').map((range) => {
      const [first = '', last = first] = range.split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  }))
  return coverage
}

export function readOtherFont(font: OtherFont): Buffer {
  return readFileSync(projectPath(`server/src/pdf/fonts/noto/${font}.woff`))
}

/** Whether the fonts of the pages have the whole text, which most documents are written in alone. */
export const isOfPages = (text: string): boolean => Array.from(text).every((letter) => KNOWN.test(letter))

/** The letters of the font that a reader of PDFs fills forms in with: those of Windows-1252. It leaves out every other in silence. */
const OF_FORMS =
  /^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/u

export const isOfForms = (text: string): boolean => OF_FORMS.test(text)

/** Joiners and variation selectors have no picture of their own. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u

/** The further font that has every letter of a cluster; undefined where the fonts of the pages have it, `none` where no font does. */
export function fontOf(cluster: string): OtherFont | undefined | 'none' {
  if (isOfPages(cluster)) return undefined
  const codes = Array.from(cluster).filter((letter) => !INVISIBLE.test(letter))
  if (codes.length === 0) return undefined
  const has = ({ ranges }: Coverage, letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    return ranges.some(([first, last]) => code >= first && code <= last)
  }
  return readCoverage().find((one) => codes.every((letter) => has(one, letter)))?.font ?? 'none'
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The letters of a text as a person counts them. */
export const clustersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/**
 * The text that is printed: a letter that no font has is written without its marks, or else as its number in Unicode, so that
 * a reader sees that something stood there.
 */
export function printable(text: string): string {
  if (isOfPages(text)) return text
  return clustersOf(text.normalize('NFC')).map(printableCluster).join('')
}

/** The letters of a text that no font has, each once: whoever prints it is told of them before. */
export function unprintableIn(text: string): string[] {
  const found = clustersOf(text.normalize('NFC')).filter((cluster) =>
    printableCluster(cluster).includes('[U+'),
  )
  return [...new Set(found)].filter((cluster) => cluster !== '[')
}

function printableCluster(cluster: string): string {
  const written = alike[cluster]
  if (written !== undefined) return written
  if (fontOf(cluster) !== 'none') {
    const isVisible = Array.from(cluster).some((letter) => !INVISIBLE.test(letter))
    return isVisible ? cluster : ''
  }
  return Array.from(cluster, printableLetter).join('')
}

function printableLetter(letter: string): string {
  if (fontOf(letter) !== 'none') return INVISIBLE.test(letter) ? '' : letter
  if (/^[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]$/u.test(letter)) return ' '
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  const isKnown = plain !== '' && Array.from(plain).every((part) => fontOf(part) !== 'none')
  return isKnown ? plain : `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
