import { expect, test } from 'vitest'
import { pictureKind } from './picture-kind.ts'

test.each([
  ['jpeg', '\xff\xd8\xff\xe1'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF\x01\x02\x03\x04WEBPVP8 '],
  ['heic', '\x00\x00\x00\x18ftypheic\0\0\0\0mif1heic'],
  ['heic', '\x00\x00\x00\x18ftypheix\0\0\0\0mif1heic'],
  ['heic', '\x00\x00\x00\x18ftypmif1\0\0\0\0mif1heic'],
  ['heic', '\x00\x00\x00\x18ftypheic'],
  ['avif', '\x00\x00\x00\x1cftypavif\0\0\0\0mif1avifmiaf'],
  ['avif', '\x00\x00\x00\x1cftypmif1\0\0\0\0mif1avifmiaf'],
  ['other', '\x00\x00\x00\x18ftypmp42\0\0\0\0mp42isom'],
  // What follows the first box is none of its brands.
  ['other', '\x00\x00\x00\x10ftypmp42\0\0\0\0heic'],
  ['other', 'GIF89a'],
  ['other', '<svg xmlns='],
  ['other', ''],
])('a %s is known by its first bytes (%#)', (kind, starts) => {
  expect(pictureKind(Uint8Array.from(starts, (letter) => letter.charCodeAt(0)))).toBe(kind)
})
