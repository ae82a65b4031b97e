import type PdfKit from 'pdfkit'
import { clustersOf, fontOf, type OtherFont, readOtherFont } from './fonts.ts'
import { inVisualOrder, levelsOf, mirror } from './text-order.ts'

export type Pdf = InstanceType<typeof PdfKit>

/** Letters beside each other that one font draws in one direction. */
type Part = { text: string; font: string; level: number; width: number; isSpace: boolean }
type Style = { font: string; size: number; width: number; lineGap: number }

/** Scripts that are broken anywhere, because they have no spaces. */
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Letters of some of these fonts reach higher and lower than those of the pages. */
const LINE_HEIGHT = 1.5

/** Lines of a text in several scripts, which one font cannot draw; each line holds its parts from left to right. */
export function layOut(pdf: Pdf, text: string, style: Style): { lines: Part[][]; lineHeight: number } {
  const lines = text.split('\n').flatMap((paragraph) => breakLines(pdf, paragraph, style))
  return { lines, lineHeight: style.size * LINE_HEIGHT + style.lineGap }
}

/** Draws one line; `y` is its top. */
export function drawLine(
  pdf: Pdf,
  parts: readonly Part[],
  { x, y, size }: { x: number; y: number; size: number },
): void {
  let left = x
  for (const { text, font, level, width, isSpace } of parts) {
    if (!isSpace) {
      pdf.font(font).fontSize(size)
      pdf.text(inDrawnOrder(text, level), left, y + size * 1.1, { lineBreak: false, baseline: 'alphabetic' })
    }
    left += width
  }
}

/** The library turns what has a letter or a digit of these scripts, numbers too, and nothing else. */
const TURNED =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0660-\u0669]/u

/** The letters of a part in the order in which the library has to get them to draw them in reading order. */
function inDrawnOrder(text: string, level: number): string {
  const isToTheLeft = level === 1
  return TURNED.test(text) === isToTheLeft ? text : clustersOf(text).toReversed().join('')
}

export const widthOf = (parts: readonly Part[]): number => parts.reduce((sum, { width }) => sum + width, 0)

function breakLines(pdf: Pdf, paragraph: string, style: Style): Part[][] {
  const lines: Part[][] = [[]]
  let room = style.width
  for (const word of wordsOf(pdf, paragraph, style)) {
    const width = widthOf(word)
    const isSpace = word.every((part) => part.isSpace)
    if (width > room && !isSpace && room < style.width) {
      lines.push([])
      room = style.width
    }
    for (const part of width > style.width ? word.flatMap((one) => splitPart(pdf, one, style)) : word) {
      if (part.width > room && room < style.width) {
        lines.push([])
        room = style.width
      }
      if (part.isSpace && room === style.width && lines.length > 1) continue
      lines.at(-1)?.push(part)
      room -= part.width
    }
  }
  return lines.map((line) => inVisualOrder(line))
}

/** Words and the spaces between them; of a script without spaces, each letter. */
function wordsOf(pdf: Pdf, paragraph: string, { font, size }: Style): Part[][] {
  const clusters = clustersOf(paragraph)
  const levels = levelsOf(clusters)
  const words: { clusters: { text: string; font: string; level: number; isSpace: boolean }[] }[] = []
  clusters.forEach((cluster, at) => {
    const isSpace = /^[^\S\u00a0]+$/u.test(cluster)
    const level = levels[at] ?? 0
    const one = { text: mirror(cluster, level), font: nameOf(pdf, cluster, font), level, isSpace }
    const last = words.at(-1)
    const before = last?.clusters.at(-1)
    const goesOn = before && before.isSpace === isSpace && !BREAKS_ANYWHERE.test(before.text + cluster)
    if (last && goesOn) last.clusters.push(one)
    else words.push({ clusters: [one] })
  })
  return words.map(({ clusters: letters }) => {
    const parts: Omit<Part, 'width'>[] = []
    for (const letter of letters) {
      const last = parts.at(-1)
      if (last?.font === letter.font && last.level === letter.level) last.text += letter.text
      else parts.push({ ...letter })
    }
    return parts.map((part) => measured(pdf, part, size))
  })
}

function splitPart(pdf: Pdf, part: Part, { size }: Style): Part[] {
  // Letters that are joined to each other are not cut.
  if (part.level === 1) return [part]
  return clustersOf(part.text).map((text) => measured(pdf, { ...part, text }, size))
}

function measured(pdf: Pdf, part: Omit<Part, 'width'>, size: number): Part {
  pdf.font(part.font).fontSize(size)
  return { ...part, width: pdf.widthOfString(part.text) }
}

const registered = new WeakMap<Pdf, Set<OtherFont>>()

/** The name under which the document knows the font of a cluster; a font is read when its first letter is drawn. */
function nameOf(pdf: Pdf, cluster: string, main: string): string {
  const font = fontOf(cluster)
  if (font === undefined || font === 'none') return main
  const known = registered.get(pdf) ?? new Set()
  if (!known.has(font)) pdf.registerFont(font, readOtherFont(font))
  registered.set(pdf, known.add(font))
  return font
}
