import { v7 } from 'uuid'

/** A new UUIDv7: unique everywhere, ordered by time. */
export function uuidv7(): string {
  return v7()
}
