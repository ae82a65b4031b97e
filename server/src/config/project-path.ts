import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = findRoot(import.meta.dirname)

/** A path inside the project, also for bundled code. */
export function projectPath(path: string): string {
  return join(root, path)
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'server/migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The project folder (with server/migrations) was not found.')
  return findRoot(parent)
}
