/** What the first bytes of a file say it is; names and declared types are not believed. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'other'

/** How many bytes are needed to tell. */
export const KIND_BYTES = 16

export function pictureKind(bytes: Uint8Array): PictureKind {
  const starts = String.fromCharCode(...bytes.subarray(0, KIND_BYTES))
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts.startsWith('RIFF') && starts.slice(8, 12) === 'WEBP') return 'webp'
  if (/^ftyp(?:hei|hev|mif1|msf1)/.test(starts.slice(4))) return 'heic'
  return 'other'
}

/** Why a file is not taken; undefined when it may be tried. */
export function kindProblem(kind: PictureKind, name: string): string | undefined {
  if (kind === 'heic') {
    return `${name} is a HEIC photo, which most browsers cannot show. Save it as JPEG, or take it with the camera set to “Most Compatible”.`
  }
  return kind === 'other'
    ? `${name} is no photo we can read. Please choose a JPEG, PNG or WebP picture.`
    : undefined
}
