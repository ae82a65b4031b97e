import { extractText, getDocumentProxy } from 'unpdf'

export type ReadPdf = { text: string; pages: number; fields: Record<string, string> }

/** What a reader of PDFs sees of a document: its text with single spaces, and its form fields. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  const fields: Record<string, string> = {}
  for (let at = 1; at <= totalPages; at += 1) {
    const page = await pdf.getPage(at)
    for (const { fieldName, fieldValue } of await page.getAnnotations()) {
      if (typeof fieldName === 'string') fields[fieldName] = String(fieldValue ?? '')
    }
  }
  return { text: text.replace(/\s+/g, ' '), pages: totalPages, fields }
}
