import * as z from 'zod/mini'

/** Turns a document as one version stored it into what the next version stores. */
type Upcaster = (stored: Record<string, unknown>) => Record<string, unknown>

/** A stored document that cannot be read: of a newer version than this program knows, or not of its schema. */
export class StoredDocumentError extends Error {}

export type StoredDocument<Value> = {
  /** The document with its version, as JSON. */
  write: (value: Value) => string
  /** The document in today's shape, whichever version stored it. */
  read: (stored: unknown) => Value
}

/**
 * A JSON document in the database that carries its `version`; one without was stored by version 1. To change a schema in
 * a way that old documents do not satisfy, append an upcaster: `upcasters[0]` turns version 1 into version 2, and so on.
 * Upcasters are never changed afterwards.
 */
export function storedDocument<Value extends object>(
  name: string,
  schema: z.ZodMiniType<Value>,
  upcasters: readonly Upcaster[] = [],
): StoredDocument<Value> {
  const current = upcasters.length + 1
  return {
    write: (value) => JSON.stringify({ ...z.parse(schema, value), version: current }),
    read(stored) {
      const { version, fields } = versionOf(name, stored)
      if (version > current) {
        throw new StoredDocumentError(
          `${name}: version ${version} is newer than ${current}, the newest known`,
        )
      }
      const upcast = upcasters.slice(version - 1).reduce((old, next) => next(old), fields)
      const parsed = z.safeParse(schema, upcast)
      if (parsed.success) return parsed.data
      throw new StoredDocumentError(`${name}, version ${version}: ${z.prettifyError(parsed.error)}`)
    },
  }
}

function versionOf(name: string, stored: unknown): { version: number; fields: Record<string, unknown> } {
  // A bare array has no place for a version: it can only be version 1.
  if (Array.isArray(stored)) return { version: 1, fields: { items: stored } }
  if (typeof stored !== 'object' || stored === null) throw new StoredDocumentError(`${name}: not an object`)
  const { version = 1, ...fields }: Record<string, unknown> = { ...stored }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new StoredDocumentError(`${name}: ${String(version)} is no version`)
  }
  return { version, fields }
}
