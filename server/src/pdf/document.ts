import type { Locale } from '@twende/messages/runtime'

/** A document as data; `render-document.ts` draws it. */
export type PaperDocument = {
  title: string
  /** One line below the title. */
  subtitle: string
  /** At the top right, beside the title: number and day. */
  reference: readonly string[]
  /** Who the document is from, at the bottom of every page. */
  footer: string
  locale: Locale
  madeAt: Date
  sections: readonly Section[]
}

export type Section = { title: string; blocks: readonly Block[] }

export type Fact = { label: string; value: string }

export type Block =
  /** Labels with their values, in two columns. */
  | { kind: 'facts'; facts: readonly Fact[] }
  /** The last column is aligned to the right; the last row is the sum where `sum` is set. */
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[]; sum?: readonly string[] }
  | { kind: 'text'; text: string; tone?: 'small' | 'plain' | 'strong' }
  | { kind: 'points'; points: readonly string[] }
  /** Pictures four in a row, each with its name below it; `bytes` are a JPEG. */
  | { kind: 'photos'; photos: readonly Photo[] }
  /** Places to sign, two in a row, each with the name below it. */
  | { kind: 'signatures'; signatures: readonly Signature[] }
  /** Fields to be filled in, on the screen or by hand. */
  | { kind: 'fields'; fields: readonly FormField[] }
  /** A code that a phone reads, and what it is for. */
  | { kind: 'code'; address: string; title: string; text: string }

export type Photo = { name: string; bytes: Buffer }

/** `drawing` is the signature itself: the path of an SVG of this size. */
export type Signature = {
  role: string
  name: string
  note: string
  drawing?: { path: string; width: number; height: number }
}

export type FormField = { name: string; label: string; value: string; half?: true }
