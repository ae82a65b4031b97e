import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Uploader } from '../media/upload-pictures.ts'
import { type PrivateFileRow, savePrivateFile } from '../private-files/private-files.ts'

export type ScanDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>

/** Saves the file `scan` of a form, a photo or PDF of a paper, which the transaction has to keep; nothing where none was sent. */
export async function saveScan(
  deps: ScanDeps,
  files: ReadonlyMap<string, Buffer>,
  by: Uploader,
): Promise<PrivateFileRow | undefined> {
  const bytes = files.get('scan')
  if (files.size > (bytes ? 1 : 0)) throw new AppError('invalid')
  return bytes && savePrivateFile(deps, { kind: 'vehicle_paper', bytes, by })
}
