import { extractText, getDocumentProxy } from 'unpdf'

export type ReadPdf = {
  text: string
  pages: number
  fields: Record<string, string>
  /** How high each form field is, in points. */
  fieldHeights: Record<string, number>
  /** Where each text stands on its page, in points from the bottom left. */
  pieces: { page: number; text: string; x: number; y: number }[]
}

/** What a reader of PDFs sees of a document: its text with single spaces, its form fields, and where texts stand. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  const fields: Record<string, string> = {}
  const fieldHeights: Record<string, number> = {}
  const pieces: ReadPdf['pieces'] = []
  for (let at = 1; at <= totalPages; at += 1) {
    const page = await pdf.getPage(at)
    for (const { fieldName, fieldValue, rect } of await page.getAnnotations()) {
      if (typeof fieldName !== 'string') continue
      fields[fieldName] = String(fieldValue ?? '')
      fieldHeights[fieldName] = rect[3] - rect[1]
    }
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      pieces.push({ page: at, text: item.str, x: item.transform[4], y: item.transform[5] })
    }
  }
  return { text: text.replace(/\s+/g, ' '), pages: totalPages, fields, fieldHeights, pieces }
}
