/** How many bytes from the start of a file are needed to tell its kind. */
export const KIND_BYTES = 64

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'other'

const AVIF = ['avif', 'avis']
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

/** What the first bytes of a file say it is; names and declared types are not believed. */
export function pictureKind(bytes: Uint8Array): PictureKind {
  const starts = String.fromCharCode(...bytes.subarray(0, KIND_BYTES))
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts.startsWith('RIFF') && starts.slice(8, 12) === 'WEBP') return 'webp'
  if (starts.slice(4, 8) !== 'ftyp') return 'other'
  const brands = brandsIn(starts)
  // An AVIF names the general brands too.
  if (brands.some((brand) => AVIF.includes(brand))) return 'avif'
  return brands.some((brand) => HEIC.includes(brand)) ? 'heic' : 'other'
}

/** The main brand of the first box, and those that it is compatible with. */
function brandsIn(starts: string): string[] {
  const length = Math.min(starts.charCodeAt(2) * 256 + starts.charCodeAt(3), starts.length)
  const brands = [starts.slice(8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(starts.slice(at, at + 4))
  return brands
}
