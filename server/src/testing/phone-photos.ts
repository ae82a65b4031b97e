import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'

/** What every photo of the table shows: a red car on a road, 320 by 240. The HEIC files beside this one show it too. */
const CAR = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><defs><linearGradient id="g"><stop offset="0" stop-color="#246"/><stop offset="1" stop-color="#fc6"/></linearGradient></defs><rect width="320" height="240" fill="url(#g)"/><circle cx="90" cy="160" r="40" fill="#222"/><circle cx="230" cy="160" r="40" fill="#222"/><rect x="50" y="80" width="220" height="70" rx="20" fill="#c33"/></svg>`

export const drawCar = (): Sharp => sharp(Buffer.from(CAR)).flatten()

const heic = (name: string) => readFileSync(new URL(`./photos/${name}.heic`, import.meta.url))
const jpeg = () => drawCar().jpeg({ quality: 92 }).toBuffer()
const progressive = () => drawCar().jpeg({ quality: 92, progressive: true }).toBuffer()
const withoutEnd = (bytes: Buffer, missing: number) => bytes.subarray(0, bytes.length - missing)
const withTail = async (tail: Buffer) => Buffer.concat([await jpeg(), tail])

/** A segment of a JPEG: APP0 to APP15 by their number. */
function segment(application: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([Buffer.from([0xff, 0xe0 + application]), length, content])
}

/** A JPEG with segments right after its first two bytes. */
function withSegments(bytes: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])
}

const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const xmp = (attributes: string, content = '') =>
  segment(
    1,
    Buffer.from(
      `${XMP}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    ),
  )

/** The directory of pictures (MPF) in one JPEG: the photo itself and one that follows it. */
function directory(firstBytes: number, secondBytes: number, secondAt: number): Buffer {
  const body = Buffer.alloc(82)
  body.write('MPF\0MM\0*\0\0\0\x08', 0, 'latin1')
  body.writeUInt16BE(3, 12)
  const entry = (at: number, tag: number, type: number, count: number, value: number | string) => {
    body.writeUInt16BE(tag, at)
    body.writeUInt16BE(type, at + 2)
    body.writeUInt32BE(count, at + 4)
    if (typeof value === 'string') body.write(value, at + 8, 'latin1')
    else body.writeUInt32BE(value, at + 8)
  }
  entry(14, 0xb000, 7, 4, '0100')
  entry(26, 0xb001, 4, 1, 2)
  entry(38, 0xb002, 7, 32, 46)
  body.writeUInt32BE(0x030000, 50)
  body.writeUInt32BE(firstBytes, 54)
  body.writeUInt32BE(0, 58)
  const second = Buffer.alloc(16)
  second.writeUInt32BE(secondBytes, 4)
  second.writeUInt32BE(secondAt, 8)
  return segment(2, Buffer.concat([body.subarray(0, 66), second]))
}

/** A photo with a gain map behind it, as Android 14 and later write it (Ultra HDR). */
async function withGainMap(): Promise<Buffer> {
  const grey = await drawCar().resize(80).greyscale().jpeg().toBuffer()
  const map = withSegments(
    grey,
    xmp(
      'hdrgm:GainMapMin="0" hdrgm:GainMapMax="1" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="1" hdrgm:BaseRenditionIsHDR="False"',
    ),
  )
  const items = `<Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${map.length}"/></rdf:li></rdf:Seq></Container:Directory>`
  const described = withSegments(await jpeg(), xmp('', items))
  const xmpBytes = xmp('', items).length
  const place = 2 + xmpBytes
  const whole = described.length + directory(0, 0, 0).length
  // Addresses of the directory count from its byte order mark.
  const listed = directory(whole, map.length, whole - (place + 8))
  return Buffer.concat([described.subarray(0, place), listed, described.subarray(place), map])
}

async function withStrayBytes(): Promise<Buffer> {
  const bytes = await jpeg()
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  return Buffer.concat([bytes.subarray(0, scan), Buffer.alloc(3), bytes.subarray(scan)])
}

async function withZerosAtTheEnd(): Promise<Buffer> {
  const bytes = await jpeg()
  const missing = Math.ceil(bytes.length / 50)
  return Buffer.concat([withoutEnd(bytes, missing), Buffer.alloc(missing)])
}

/** As a phone that was held on its side writes it: pixels turned, and the orientation that turns them back. */
async function held(orientation: number): Promise<Buffer> {
  const turned: Record<number, (car: Sharp) => Sharp> = {
    2: (car) => car.flop(),
    3: (car) => car.rotate(180),
    4: (car) => car.flip(),
    5: (car) => car.flip().rotate(90),
    6: (car) => car.rotate(270),
    7: (car) => car.flop().rotate(90),
    8: (car) => car.rotate(90),
  }
  const pixels = await (turned[orientation] ?? ((car: Sharp) => car))(drawCar()).png().toBuffer()
  return sharp(pixels).withMetadata({ orientation }).jpeg({ quality: 92 }).toBuffer()
}

const samsungTrailer = () =>
  Buffer.concat([
    Buffer.from('\0\0\0\x0aImage_UTC_Data1732600000000SEFH'),
    Buffer.alloc(40),
    Buffer.from('SEFT'),
  ])

/** Photos as phones write them and as they arrive; all of them show the car, upright. */
export const PHONE_PHOTOS: readonly (readonly [name: string, bytes: () => Promise<Buffer> | Buffer])[] = [
  ['a JPEG', jpeg],
  ['a progressive JPEG', progressive],
  ['a JPEG with optimised scans', () => drawCar().jpeg({ quality: 92, mozjpeg: true }).toBuffer()],
  [
    'a JPEG without reduced colours',
    () => drawCar().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  [
    'a JPEG with the colours of print (CMYK)',
    () => drawCar().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
  ],
  [
    'a JPEG with the colours of a wide screen (P3)',
    () => drawCar().withIccProfile('p3').jpeg({ quality: 92 }).toBuffer(),
  ],
  [
    'a JPEG with a broken colour profile',
    async () => withSegments(await jpeg(), segment(2, Buffer.from('ICC_PROFILE\0\x01\x01broken'))),
  ],
  ...[2, 3, 4, 5, 6, 7, 8].map(
    (orientation) => [`a JPEG held by orientation ${orientation}`, () => held(orientation)] as const,
  ),
  [
    'a JPEG with broken Exif',
    async () =>
      withSegments(await jpeg(), segment(1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1'))),
  ],
  [
    'a JPEG with Exif twice',
    async () =>
      withSegments(
        await drawCar()
          .withExif({ IFD0: { Make: 'Tecno' } })
          .jpeg({ quality: 92 })
          .toBuffer(),
        segment(1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')),
      ),
  ],
  [
    'a JPEG with 60 kB of notes of its maker',
    async () => withSegments(await jpeg(), segment(5, Buffer.alloc(60_000, 0x41))),
  ],
  ['a JPEG with bytes after its end', () => withTail(Buffer.alloc(5_000, 7))],
  [
    'a JPEG with a film after its end',
    () => withTail(Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(20_000, 9)])),
  ],
  ['a JPEG with the trailer of a Samsung', () => withTail(samsungTrailer())],
  ['a JPEG with a second picture after its end', async () => withTail(await jpeg())],
  ['a JPEG with a gain map', withGainMap],
  [
    'a JPEG with a broken directory of pictures',
    async () => withSegments(await jpeg(), segment(2, Buffer.from('MPF\0II*\0\xff\xff', 'latin1'))),
  ],
  ['a JPEG with stray bytes between its parts', withStrayBytes],
  ['a JPEG without its end mark', async () => withoutEnd(await jpeg(), 2)],
  ['a JPEG without its last ten bytes', async () => withoutEnd(await jpeg(), 10)],
  ['a JPEG that ends in zeros', withZerosAtTheEnd],
  ['a progressive JPEG without its end mark', async () => withoutEnd(await progressive(), 2)],
  ['a progressive JPEG without its last bytes', async () => withoutEnd(await progressive(), 40)],
  ['a screenshot (PNG)', () => drawCar().png().toBuffer()],
  ['a PNG of 16 bits', () => drawCar().toColourspace('rgb16').png().toBuffer()],
  ['a WebP', () => drawCar().webp({ quality: 92 }).toBuffer()],
  ['an AVIF', () => drawCar().avif({ quality: 80 }).toBuffer()],
  ['an AVIF of ten bits', () => drawCar().avif({ quality: 80, bitdepth: 10 }).toBuffer()],
  ['a HEIC', () => heic('phone')],
  ['a HEIC that was turned', () => heic('turned')],
  ['a HEIC of ten bits', () => heic('ten-bits')],
  ['a HEIC with transparency', () => heic('transparent')],
  ['a HEIC that names its kind second (mif1)', () => named(heic('phone'), 'mif1')],
  ['a HEIC with bytes after its end', () => Buffer.concat([heic('phone'), Buffer.alloc(3_000, 7)])],
]

function named(bytes: Buffer, brand: string): Buffer {
  const changed = Buffer.from(bytes)
  changed.write(brand, 8, 'latin1')
  return changed
}
