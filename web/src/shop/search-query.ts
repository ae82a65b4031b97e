import { addressReader } from '@twende/ui/list/address-reader.ts'

/** What `/search` is asked for. */
export function readProductQuery(query: URLSearchParams) {
  const read = addressReader(query)
  return { query: read.text('query', 100), page: read.page() }
}
