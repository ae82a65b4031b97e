import { MIN_SIMILARITY, MOST_SIMILAR_WORDS, SHORTEST_FUZZY_WORD } from '../../db/word-similarity.ts'
import { type Bitmap, createBitmap, setBit, unite } from './bitmap.ts'

type Rows = { list: number[]; bitmap: Bitmap | undefined }

/** Which rows contain which words; a searched word is found as a part of longer words too. */
export class WordIndex {
  readonly #capacity: number
  readonly #numbers = new Map<string, number>()
  readonly #rows: Rows[] = []
  /** All words in one text with a line break before each, and where each begins. */
  #text = ''
  #starts: number[] = []
  #unjoined: string[] = []
  #bytes = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get bytes(): number {
    return this.#bytes
  }

  add(row: number, text: string): void {
    for (const word of new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])) this.#addWord(row, word)
  }

  #addWord(row: number, word: string): void {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.#rows.push({ list: [], bitmap: undefined }) - 1
      this.#numbers.set(word, number)
      this.#unjoined.push(word)
      this.#bytes += 200
    }
    const rows = this.#rows[number] as Rows
    if (rows.bitmap) {
      setBit(rows.bitmap, row)
      return
    }
    rows.list.push(row)
    this.#bytes += 8
    // From here on a bitmap is smaller than a list.
    if (rows.list.length <= this.#capacity >>> 6) return
    rows.bitmap = createBitmap(this.#capacity)
    for (const each of rows.list) setBit(rows.bitmap, each)
    this.#bytes += rows.bitmap.byteLength - 8 * rows.list.length
    rows.list = []
  }

  /** Adds to `found` the rows with a word that contains any of these. */
  rowsWith(parts: readonly string[], found: Bitmap): Bitmap {
    const numbers = new Set(parts.flatMap((part) => this.#wordsContaining(part)))
    for (const number of numbers) {
      const { list, bitmap } = this.#rows[number] as Rows
      if (bitmap) unite(found, bitmap)
      else for (const row of list) setBit(found, row)
    }
    return found
  }

  #wordsContaining(part: string): number[] {
    this.#join()
    const found: number[] = []
    for (let at = this.#text.indexOf(part); at !== -1; ) {
      const number = this.#wordAt(at)
      found.push(number)
      const next = this.#starts[number + 1]
      if (next === undefined) break
      at = this.#text.indexOf(part, next)
    }
    return found
  }

  #join(): void {
    if (this.#unjoined.length === 0) return
    const texts = [this.#text]
    let length = this.#text.length
    for (const word of this.#unjoined) {
      this.#starts.push(length)
      texts.push(`\n${word}`)
      length += word.length + 1
    }
    this.#text = texts.join('')
    this.#unjoined = []
  }

  /** The number of the word at a position of the text. */
  #wordAt(at: number): number {
    let low = 0
    let high = this.#starts.length
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return low
  }
}

/** Known words by their trigrams, to find the words most like a misspelt one as PostgreSQL's pg_trgm does. */
export class SimilarWords {
  readonly #words: string[] = []
  readonly #known = new Set<string>()
  readonly #sizes: number[] = []
  readonly #wordsOf = new Map<string, number[]>()

  add(word: string): void {
    if (this.#known.has(word)) return
    this.#known.add(word)
    const trigrams = trigramsOf(word)
    const number = this.#words.push(word) - 1
    this.#sizes.push(trigrams.size)
    for (const trigram of trigrams) {
      const words = this.#wordsOf.get(trigram)
      if (words) words.push(number)
      else this.#wordsOf.set(trigram, [number])
    }
  }

  /** The words most like this one, best first; none for a short word. */
  like(word: string): string[] {
    if (word.length < SHORTEST_FUZZY_WORD) return []
    const trigrams = trigramsOf(word)
    const common = new Map<number, number>()
    for (const trigram of trigrams) {
      for (const number of this.#wordsOf.get(trigram) ?? []) common.set(number, (common.get(number) ?? 0) + 1)
    }
    return [...common]
      .map(([number, count]) => ({
        word: this.#words[number] ?? '',
        similarity: Math.fround(count / (trigrams.size + (this.#sizes[number] ?? 0) - count)),
      }))
      .filter(({ similarity }) => similarity >= Math.fround(MIN_SIMILARITY))
      .sort((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_SIMILAR_WORDS)
      .map((found) => found.word)
  }
}

/** As pg_trgm has them: of the word with two spaces before and one after it. */
function trigramsOf(word: string): Set<string> {
  const letters = [' ', ' ', ...word, ' ']
  return new Set(letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`))
}
