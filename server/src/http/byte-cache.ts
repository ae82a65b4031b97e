import { LRUCache } from 'lru-cache'

const caches = new Set<WeakRef<LRUCache<string, object>>>()

/** The most recently used values, limited in bytes and age; a value of more than a quarter of the bytes is not stored. */
export function byteCache<Value extends object>(limits: { maxBytes: number; maxAgeMs?: number }) {
  const cache = new LRUCache<string, Value>({
    maxSize: limits.maxBytes,
    maxEntrySize: Math.floor(limits.maxBytes / 4),
    ttl: limits.maxAgeMs ?? 0,
  })
  caches.add(new WeakRef(cache as unknown as LRUCache<string, object>))
  return cache
}

/** Drops from every cache what is too old to be used, which otherwise stays until its place is needed; answers how many bytes. */
export function dropOldBytes(): number {
  let dropped = 0
  for (const reference of caches) {
    const cache = reference.deref()
    if (!cache) {
      caches.delete(reference)
      continue
    }
    const before = cache.calculatedSize
    cache.purgeStale()
    dropped += before - cache.calculatedSize
  }
  return dropped
}
