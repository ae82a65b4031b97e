type Kept<Value> = { value: Value; bytes: number; keptAt: number }

/** The most recently used values, bounded in bytes and age. */
export class ByteCache<Value> {
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #maxBytes: number
  readonly #maxAgeMs: number
  #bytes = 0

  constructor(limits: { maxBytes: number; maxAgeMs?: number }) {
    this.#maxBytes = limits.maxBytes
    this.#maxAgeMs = limits.maxAgeMs ?? Number.POSITIVE_INFINITY
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#kept.delete(key)
    if (performance.now() - kept.keptAt > this.#maxAgeMs) {
      this.#bytes -= kept.bytes
      return undefined
    }
    this.#kept.set(key, kept)
    return kept.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.#maxBytes / 4) return
    this.#kept.set(key, { value, bytes, keptAt: performance.now() })
    this.#bytes += bytes
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= kept.bytes
    }
  }

  delete(key: string): void {
    const kept = this.#kept.get(key)
    if (kept && this.#kept.delete(key)) this.#bytes -= kept.bytes
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#kept) if (matches(value)) this.delete(key)
  }
}
