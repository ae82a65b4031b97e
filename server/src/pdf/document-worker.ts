import type { Locale } from '@twende/messages/runtime'
import { encode } from 'uqr'
import { inLocale } from '../http/request-locale.ts'
import { answerCalls, bufferOf } from '../threads/answer-calls.ts'
import type { Block, Fact, FormField, PaperDocument, Photo, Section, Signature } from './document.ts'
import {
  type Canvas,
  closeCanvas,
  colours,
  heightOf,
  needRoom,
  openCanvas,
  sizes,
  type TextStyle,
  writeAt,
} from './document-page.ts'
import { isOfForms, printable, readFonts } from './fonts.ts'

/** Every reader has it whole; of our own fonts a document embeds only the letters that it already uses. */
const FORM_FONT = 'Helvetica'

async function draw(paper: PaperDocument): Promise<Buffer> {
  const canvas = openCanvas(paper, await readFonts())
  if (paper.sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'fields'))) {
    // Fields in the form's own font would have no size of their own.
    canvas.pdf.font('Helvetica-Bold')
    canvas.pdf.initForm()
  }
  for (const section of paper.sections) drawSection(canvas, section)
  return closeCanvas(canvas, paper)
}

function drawSection(canvas: Canvas, { title, blocks }: Section): void {
  const style = { font: 'semibold', size: sizes.section } as const
  const heading = 10 + (title === '' ? 0 : heightOf(canvas, title, style) + 3)
  needRoom(canvas, Math.max(64, heading + (blocks[0] ? leastHeight(canvas, blocks[0]) : 0)))
  canvas.y += 10
  if (title !== '') {
    writeAt(canvas, title, canvas.y, { ...style, colour: colours.acacia })
    canvas.y += heightOf(canvas, title, style) + 3
  }
  for (const block of blocks) {
    const isHeading = block.kind === 'text' && block.tone === 'strong'
    // A heading stays with what follows it.
    if (isHeading) needRoom(canvas, 60)
    drawBlock(canvas, block)
    canvas.y += isHeading ? 0 : 4
  }
}

/** What of a block stays together with the heading above it. */
function leastHeight(canvas: Canvas, block: Block): number {
  if (block.kind === 'photos') return photoSize(canvas).height + 18
  if (block.kind === 'signatures')
    return signatureHeight(canvas, block.signatures.slice(0, SIGNATURES_IN_A_ROW))
  if (block.kind === 'code') return CODE_SIZE + 4
  return 0
}

function drawBlock(canvas: Canvas, block: Block): void {
  if (block.kind === 'facts') drawFacts(canvas, block.facts)
  else if (block.kind === 'table') drawTable(canvas, block)
  else if (block.kind === 'text') drawText(canvas, block.text, textStyles[block.tone ?? 'plain'])
  else if (block.kind === 'points') drawPoints(canvas, block.points)
  else if (block.kind === 'photos') drawPhotos(canvas, block.photos)
  else if (block.kind === 'signatures') drawSignatures(canvas, block.signatures)
  else if (block.kind === 'fields') drawFields(canvas, block.fields)
  else drawCode(canvas, block)
}

const textStyles = {
  plain: {},
  small: { size: sizes.small },
  strong: { font: 'semibold' },
} as const satisfies Record<string, TextStyle>

function drawText(canvas: Canvas, text: string, style: TextStyle): void {
  for (const paragraph of text.split(/\n+/)) {
    const height = heightOf(canvas, paragraph, style)
    needRoom(canvas, Math.min(height, 200))
    writeAt(canvas, paragraph, canvas.y, style)
    // A long paragraph may have gone on to the next page.
    canvas.y = canvas.pdf.y + 2
  }
}

function drawPoints(canvas: Canvas, points: readonly string[]): void {
  for (const point of points) {
    const style = { x: canvas.left + 12, width: canvas.width - 12 }
    needRoom(canvas, Math.min(heightOf(canvas, point, style), 200))
    writeAt(canvas, '•', canvas.y, { x: canvas.left + 2, width: 10 })
    writeAt(canvas, point, canvas.y, style)
    canvas.y = canvas.pdf.y + 1
  }
}

function drawFacts(canvas: Canvas, facts: readonly Fact[]): void {
  const gap = 20
  const width = (canvas.width - gap) / 2
  const value = { font: 'semibold', width } as const
  for (let at = 0; at < facts.length; at += 2) {
    const row = facts.slice(at, at + 2)
    const height = Math.max(...row.map((fact) => heightOf(canvas, fact.value, value))) + 13
    needRoom(canvas, height)
    row.forEach((fact, column) => {
      const x = canvas.left + column * (width + gap)
      writeAt(canvas, fact.label, canvas.y, { x, width, size: sizes.label, colour: colours.soft })
      writeAt(canvas, fact.value, canvas.y + 10.5, { ...value, x })
    })
    canvas.y += height + 2
  }
}

function drawTable(canvas: Canvas, table: Extract<Block, { kind: 'table' }>): void {
  const label = { size: sizes.label, colour: colours.soft }
  drawRow(canvas, table.head, label)
  for (const row of table.rows.slice(0, -1)) drawRow(canvas, row, {})
  const last = table.rows.at(-1)
  const sum = table.sum
  // A sum stays with the last of its lines.
  if (sum) needRoom(canvas, (last ? rowHeight(canvas, last, {}) : 0) + rowHeight(canvas, sum, sumStyle))
  if (last) drawRow(canvas, last, {})
  if (sum) drawRow(canvas, sum, sumStyle)
}

const sumStyle = { font: 'semibold' } as const

/** The first column takes what the others leave; they are as wide as money needs. */
function columnsOf({ width }: Canvas, cells: readonly string[]) {
  const narrow = cells.length > 3 ? 92 : 110
  const first = width - narrow * (cells.length - 1)
  return { first, narrow, widthOf: (column: number) => (column === 0 ? first : narrow) - 8 }
}

function rowHeight(canvas: Canvas, cells: readonly string[], style: TextStyle): number {
  const { widthOf } = columnsOf(canvas, cells)
  const heights = cells.map((cell, column) => heightOf(canvas, cell, { ...style, width: widthOf(column) }))
  return Math.max(...heights) + 6
}

function drawRow(canvas: Canvas, cells: readonly string[], style: TextStyle): void {
  const { first, narrow, widthOf } = columnsOf(canvas, cells)
  const height = rowHeight(canvas, cells, style)
  needRoom(canvas, height)
  cells.forEach((cell, column) => {
    const isLast = column > 0 && column === cells.length - 1
    const x = canvas.left + (column === 0 ? 0 : first + (column - 1) * narrow) + (isLast ? 8 : 0)
    writeAt(canvas, cell, canvas.y + 3, {
      ...style,
      x,
      width: widthOf(column),
      align: isLast ? 'right' : 'left',
    })
  })
  canvas.y += height
  drawLine(canvas, canvas.y)
}

function drawLine({ pdf, left, width }: Canvas, y: number, length = width, x = left): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + length, y)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke()
}

const PHOTOS_IN_A_ROW = 4

function photoSize(canvas: Canvas) {
  const gap = 10
  const width = (canvas.width - gap * (PHOTOS_IN_A_ROW - 1)) / PHOTOS_IN_A_ROW
  return { gap, width, height: (width * 3) / 4 }
}

function drawPhotos(canvas: Canvas, photos: readonly Photo[]): void {
  const { gap, width, height } = photoSize(canvas)
  for (let at = 0; at < photos.length; at += PHOTOS_IN_A_ROW) {
    needRoom(canvas, height + 18)
    photos.slice(at, at + PHOTOS_IN_A_ROW).forEach(({ name, bytes }, column) => {
      const x = canvas.left + column * (width + gap)
      const fit: [number, number] = [width, height]
      canvas.pdf.image(bufferOf(bytes), x, canvas.y, { fit, align: 'center', valign: 'center' })
      const label = { x, width, size: sizes.label, colour: colours.soft, align: 'center' } as const
      writeAt(canvas, name, canvas.y + height + 3, label)
    })
    canvas.y += height + 18
  }
}

const SIGNATURE_HEIGHT = 56

const SIGNATURES_IN_A_ROW = 2
const SIGNATURES_GAP = 24

const signatureWidth = ({ width }: Canvas) => (width - SIGNATURES_GAP) / SIGNATURES_IN_A_ROW

/** Where the note stands below the line of a signature: under the name, however long it is. */
function noteAt(canvas: Canvas, name: string): number {
  if (name === '') return 13
  return 13 + heightOf(canvas, name, { width: signatureWidth(canvas), font: 'semibold' })
}

function signatureHeight(canvas: Canvas, row: readonly Signature[]): number {
  return SIGNATURE_HEIGHT + 20 + Math.max(...row.map(({ name }) => noteAt(canvas, name)))
}

function drawSignatures(canvas: Canvas, signatures: readonly Signature[]): void {
  const width = signatureWidth(canvas)
  for (let at = 0; at < signatures.length; at += SIGNATURES_IN_A_ROW) {
    const row = signatures.slice(at, at + SIGNATURES_IN_A_ROW)
    const height = signatureHeight(canvas, row)
    needRoom(canvas, height)
    row.forEach((signature, column) => {
      const x = canvas.left + column * (width + SIGNATURES_GAP)
      const y = canvas.y + SIGNATURE_HEIGHT + 4
      drawLine(canvas, y, width, x)
      if (signature.drawing) drawSignature(canvas, signature.drawing, { x, y: canvas.y })
      const label = { x, width, size: sizes.label, colour: colours.soft }
      writeAt(canvas, signature.role, y + 3, label)
      writeAt(canvas, signature.name, y + 13, { x, width, font: 'semibold' })
      writeAt(canvas, signature.note, y + noteAt(canvas, signature.name), label)
    })
    canvas.y += height
  }
}

/** The strokes as they were drawn, above the line. */
function drawSignature(
  { pdf }: Canvas,
  { path, height }: NonNullable<Signature['drawing']>,
  { x, y }: { x: number; y: number },
): void {
  pdf
    .save()
    .translate(x, y)
    .scale(SIGNATURE_HEIGHT / height)
    .path(path)
    .lineWidth(4)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(colours.ink)
    .stroke()
    .restore()
}

const FIELD_HEIGHT = 19
const FIELD_SIZE = 10
const FIELD_GAP = 20

function drawFields(canvas: Canvas, fields: readonly FormField[]): void {
  const half = (canvas.width - FIELD_GAP) / 2
  for (const row of rowsOf(fields)) {
    const places = row.map((field) => ({ field, width: field.half ? half : canvas.width }))
    const height = Math.max(...places.map(({ field, width }) => fieldHeight(canvas, field, width)))
    needRoom(canvas, height + 16)
    places.forEach(({ field, width }, column) => {
      const x = canvas.left + column * (half + FIELD_GAP)
      writeAt(canvas, field.label, canvas.y, { x, width, size: sizes.label, colour: colours.soft })
      drawField(canvas, field, { x, y: canvas.y + 11, width, height })
    })
    canvas.y += height + 16
  }
}

/** Two halves stand beside each other. */
function rowsOf(fields: readonly FormField[]): FormField[][] {
  const rows: FormField[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.half && last?.length === 1 && last[0]?.half) last.push(field)
    else rows.push([field])
  }
  return rows
}

/** As high as what is known already, which may take several lines. */
function fieldHeight(canvas: Canvas, { value }: FormField, width: number): number {
  if (!isOfForms(printable(value)))
    return Math.max(FIELD_HEIGHT, heightOf(canvas, value, { width, size: FIELD_SIZE }) + 4)
  canvas.pdf.font(FORM_FONT).fontSize(FIELD_SIZE)
  const room = { width: width - 12, lineGap: 2 }
  return Math.max(FIELD_HEIGHT, canvas.pdf.heightOfString(printable(value), room) + 5)
}

type Box = { x: number; y: number; width: number; height: number }

function drawField(canvas: Canvas, { name, label, value }: FormField, { x, y, width, height }: Box): void {
  if (isOfForms(printable(value))) {
    canvas.pdf.font(FORM_FONT)
    canvas.pdf.formText(name, x, y, width, height - 1, {
      value: printable(value),
      fontSize: FIELD_SIZE,
      label: printable(label),
      multiline: height > FIELD_HEIGHT,
    })
  } else {
    // The font of forms has no such letters: what is known already is written, and is no field.
    writeAt(canvas, value, y + 1, { x, width, size: FIELD_SIZE })
  }
  drawLine(canvas, y + height, width, x)
}

const CODE_SIZE = 84

function drawCode(canvas: Canvas, { address, title, text }: Extract<Block, { kind: 'code' }>): void {
  needRoom(canvas, CODE_SIZE + 4)
  const { pdf, left, width, y } = canvas
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const cell = CODE_SIZE / size
  pdf.save().fillColor('#000000')
  data.forEach((row, down) => {
    row.forEach((isDark, across) => {
      if (isDark) pdf.rect(left + across * cell, y + down * cell, cell, cell)
    })
  })
  pdf.fill().restore()
  const beside = { x: left + CODE_SIZE + 16, width: width - CODE_SIZE - 16 }
  writeAt(canvas, title, y + 10, { ...beside, font: 'semibold' })
  writeAt(canvas, text, y + 24, { ...beside, size: sizes.small, colour: colours.soft })
  pdf.font('semibold').fontSize(sizes.small).fillColor(colours.acacia)
  pdf.text(address, beside.x, pdf.y + 2, { width: beside.width, link: address })
  canvas.y = Math.max(y + CODE_SIZE, pdf.y) + 4
}

const tasks = {
  drawDocument: (paper: PaperDocument, locale: Locale) => inLocale(locale, () => draw(paper)),
}
export type DocumentTasks = typeof tasks

answerCalls(tasks)
