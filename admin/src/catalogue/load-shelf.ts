import { call } from '@twende/ui/api/call.ts'
import { data } from 'react-router'
import { knownShelf } from './shelves.ts'

/** Asks for the shelf that an address names. */
export async function loadShelf(name: string | undefined) {
  const shelf = knownShelf(name)
  if (!shelf) throw data(null, { status: 404 })
  const answer = await call('GET /api/admin/catalog/:list', { params: { list: shelf } })
  return { shelf, entries: answer.data }
}
