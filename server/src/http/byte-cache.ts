import { LRUCache } from 'lru-cache'

/** The most recently used values, limited in bytes and age; a value of more than a quarter of the bytes is not stored. */
export function byteCache<Value extends object>(limits: { maxBytes: number; maxAgeMs?: number }) {
  return new LRUCache<string, Value>({
    maxSize: limits.maxBytes,
    maxEntrySize: Math.floor(limits.maxBytes / 4),
    ttl: limits.maxAgeMs ?? 0,
  })
}
