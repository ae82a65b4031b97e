import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { m } from '@twende/messages'
import PdfKit from 'pdfkit'
import type { PaperDocument } from './document.ts'
import { type DocumentFonts, isOfPages, printable } from './fonts.ts'
import { drawLine, layOut, type Pdf, widthOf } from './mixed-text.ts'

export const colours = {
  ink: '#1C1A17',
  soft: '#5F5A52',
  line: '#D9D2C6',
  acacia: '#0E5A3C',
}
export const MARGIN = 48
const FOOTER = 56
const LINE_GAP = 1.5
export const sizes = { title: 20, section: 11.5, text: 9.5, small: 8.5, label: 8 }

/** A document that is being drawn: where the next line goes, and how wide it may be. */
export type Canvas = { pdf: Pdf; left: number; width: number; bottom: number; y: number }

/** Begins a document with its heading on the first page. */
export function openCanvas(paper: PaperDocument, fonts: DocumentFonts): Canvas {
  const pdf = new PdfKit({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOTER },
    bufferPages: true,
    lang: paper.locale,
    displayTitle: true,
    info: {
      Title: `${paper.title} ${paper.reference[0] ?? ''}`.trim(),
      Author: paper.footer,
      CreationDate: paper.madeAt,
    },
  })
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('semibold', fonts.semibold)
  const { width, height } = pdf.page
  const canvas = { pdf, left: MARGIN, width: width - 2 * MARGIN, bottom: height - FOOTER, y: MARGIN }
  drawHeading(canvas, paper)
  return canvas
}

export type TextStyle = {
  font?: 'regular' | 'semibold'
  size?: number
  colour?: string
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
}

/** The characters to print. */
const printed = (text: string): string => keepAmounts(printable(text))

/** The height that a text takes. */
export function heightOf({ pdf, width }: Canvas, text: string, style: TextStyle = {}): number {
  const shown = printed(text)
  if (!isOfPages(shown)) {
    const { lines, lineHeight } = layOut(pdf, shown, mixedStyle(style, width))
    return lines.length * lineHeight
  }
  pdf.font(style.font ?? 'regular').fontSize(style.size ?? sizes.text)
  return pdf.heightOfString(shown, { width: style.width ?? width, lineGap: LINE_GAP })
}

const mixedStyle = (style: TextStyle, width: number) => ({
  font: style.font ?? 'regular',
  size: style.size ?? sizes.text,
  width: style.width ?? width,
  lineGap: LINE_GAP,
})

/** Writes a text at a height; it does not move on. */
export function writeAt(canvas: Canvas, text: string, y: number, style: TextStyle = {}): void {
  const { pdf, left, width } = canvas
  const shown = printed(text)
  if (!isOfPages(shown)) {
    writeMixed(canvas, shown, y, style)
    return
  }
  pdf
    .font(style.font ?? 'regular')
    .fontSize(style.size ?? sizes.text)
    .fillColor(style.colour ?? colours.ink)
    .text(shown, style.x ?? left, y, {
      width: style.width ?? width,
      align: style.align ?? 'left',
      lineGap: LINE_GAP,
    })
}

/** Writes a text that needs several fonts; like any other, a long one goes on to the next page. */
function writeMixed(canvas: Canvas, text: string, top: number, style: TextStyle): void {
  const { pdf, left, bottom } = canvas
  const mixed = mixedStyle(style, canvas.width)
  const { lines, lineHeight } = layOut(pdf, text, mixed)
  let y = top
  for (const line of lines) {
    if (y + lineHeight > bottom && y < bottom && pdf.page.margins.bottom > 0) {
      pdf.addPage()
      y = MARGIN
    }
    const free = mixed.width - widthOf(line)
    const indent = { left: 0, center: free / 2, right: free }[style.align ?? 'left']
    pdf.fillColor(style.colour ?? colours.ink)
    drawLine(pdf, line, { x: (style.x ?? left) + Math.max(0, indent), y, size: mixed.size })
    y += lineHeight
  }
  pdf.y = y
}

/** Goes on to the next page unless so much room is left on this one. */
export function needRoom(canvas: Canvas, height: number): void {
  if (canvas.y + height <= canvas.bottom) return
  canvas.pdf.addPage()
  canvas.y = MARGIN
}

function drawHeading(canvas: Canvas, { title, subtitle, reference }: PaperDocument): void {
  const { pdf, left, width } = canvas
  const side = reference.length > 0 ? 170 : 0
  reference.forEach((line, at) => {
    const style = { x: left + width - side, width: side, align: 'right', size: sizes.small } as const
    writeAt(canvas, line, MARGIN + 4 + at * 13, { ...style, font: at === 0 ? 'semibold' : 'regular' })
  })
  const main = { width: width - side - 16 }
  writeAt(canvas, title, MARGIN, { ...main, font: 'semibold', size: sizes.title, colour: colours.acacia })
  canvas.y = MARGIN + heightOf(canvas, title, { ...main, font: 'semibold', size: sizes.title }) + 2
  if (subtitle !== '') {
    writeAt(canvas, subtitle, canvas.y, { ...main, colour: colours.soft })
    canvas.y += heightOf(canvas, subtitle, main)
  }
  canvas.y = Math.max(canvas.y, MARGIN + 4 + reference.length * 13) + 8
  pdf
    .moveTo(left, canvas.y)
    .lineTo(left + width, canvas.y)
    .lineWidth(1.5)
    .strokeColor(colours.acacia)
    .stroke()
  canvas.y += 4
}

/** Writes the footer with its page numbers on every page, and returns the bytes. */
export async function closeCanvas(canvas: Canvas, { footer, reference }: PaperDocument): Promise<Buffer> {
  const { pdf, width, left } = canvas
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // Text below the bottom margin would begin a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - FOOTER + 18
    pdf
      .moveTo(left, y - 6)
      .lineTo(left + width, y - 6)
      .lineWidth(0.5)
      .strokeColor(colours.line)
      .stroke()
    const style = { size: sizes.label, colour: colours.soft }
    writeAt(canvas, [footer, reference[0] ?? ''].filter((part) => part !== '').join(' · '), y, {
      ...style,
      width: width - 90,
    })
    const pages = m.document_page_of({ page: page - start + 1, pages: count })
    writeAt(canvas, pages, y, { ...style, x: left + width - 90, width: 90, align: 'right' })
  }
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  pdf.end()
  await done
  return Buffer.concat(chunks)
}
