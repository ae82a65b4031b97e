import { crc32, deflateSync } from 'node:zlib'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const MEBIBYTE = 1024 * 1024

/** What a hostile seller may send in place of a picture, by what it is. */
export function hostileFiles(): Record<string, Uint8Array<ArrayBuffer>> {
  const allowed = png(6_300, 6_300)
  return {
    'an SVG': bytes(SVG),
    'an SVG that begins like a JPEG': bytes(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes(SVG)])),
    'few bytes that unfold to 81 million pixels': png(9_000, 9_000),
    'a promise of 30,000 by 30,000 pixels': png(30_000, 30_000, png(9, 9)),
    'as many pixels as are allowed, broken off at the end': allowed.slice(0, allowed.length - 100),
    '40 MB that begin like a JPEG': bytes(Buffer.alloc(40 * MEBIBYTE, 0xff)),
    '7 MB of noise that begin like a WebP': bytes(
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(7 * MEBIBYTE, 7)]),
    ),
  }
}

/** A grey PNG of this size; `body` puts the size on another one. */
function png(width: number, height: number, body?: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size[8] = 8
  const header = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', size)]
  const rest = body
    ? [body.slice(Buffer.concat(header).length)]
    : [chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))), chunk('IEND', Buffer.alloc(0))]
  return bytes(Buffer.concat([...header, ...rest]))
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

function bytes(of: string | Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof of === 'string' ? Buffer.from(of) : of)
}
