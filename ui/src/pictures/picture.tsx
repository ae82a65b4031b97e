import type { PICTURE_WIDTHS } from '@twende/contract/media/picture.ts'
import { m } from '@twende/messages'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../controls/classes.ts'

/** One of several pictures that are looked through. */
export type GalleryPicture = { address: string; placeholder?: string }

export const NO_PHOTO = '/brand/no-photo.webp'
// Only the type is imported: the schema beside it would bring the checker into every page.
const WIDTHS: typeof PICTURE_WIDTHS = [320, 640, 1200]
const STORED = /\/media\/([\w-]+)\/\d+\.(?:jpg|webp|avif)$/

const ratios = {
  '3/2': 'aspect-[3/2]',
  '4/3': 'aspect-[4/3]',
  '1/1': 'aspect-square',
  '16/9': 'aspect-video',
} as const

export type PictureProps = {
  /** A stored picture's address (`…/media/<hash>/1200.jpg`), any other http address, or nothing. */
  address: string | undefined
  /** Empty when the words beside it say the same. */
  alt: string
  /** The tiny blurred data URL shown until the picture is there. */
  placeholder?: string | undefined
  /** How wide it is shown, e.g. `(min-width: 768px) 33vw, 100vw`. */
  sizes?: string | undefined
  ratio?: keyof typeof ratios | undefined
  /** Shows all of it inside the space there is, instead of filling a fixed ratio. */
  whole?: boolean | undefined
  /** For the largest picture of the first screen: loads at once and first. */
  priority?: boolean | undefined
  className?: string | undefined
}

/** A picture with a fixed ratio, in the best format and size the browser can use; never a broken one. */
export function Picture(props: PictureProps) {
  const { address, alt, placeholder, sizes = '100vw', ratio = '3/2', whole, priority, className } = props
  const [broken, setBroken] = useState<string>()
  const image = useRef<HTMLImageElement>(null)

  // A picture may have failed before hydration, when no handler was listening.
  useEffect(() => {
    const shown = image.current
    if (address && shown?.complete && shown.naturalWidth === 0 && shown.currentSrc) setBroken(address)
  }, [address])

  const usable =
    address && broken !== address && /^(https?:|\/|data:image\/)/.test(address) ? address : NO_PHOTO
  const hash = STORED.exec(usable)?.[1]
  const missing = usable === NO_PHOTO
  return (
    <span
      className={classes(
        'block',
        whole ? 'size-full' : `overflow-hidden bg-sand bg-cover bg-center ${ratios[ratio]}`,
        className,
      )}
      style={placeholder && !missing && !whole ? { backgroundImage: `url("${placeholder}")` } : undefined}
    >
      <picture>
        {hash && <source type="image/avif" srcSet={srcSet(hash, 'avif')} sizes={sizes} />}
        {hash && <source type="image/webp" srcSet={srcSet(hash, 'webp')} sizes={sizes} />}
        <img
          ref={image}
          src={hash ? `/media/${hash}/640.jpg` : usable}
          srcSet={hash ? srcSet(hash, 'jpg') : undefined}
          sizes={hash ? sizes : undefined}
          alt={missing && alt ? m.picture_missing({ subject: alt }) : alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding={priority ? 'auto' : 'async'}
          onError={() => setBroken(address)}
          className={classes('size-full', whole ? 'object-contain' : 'object-cover')}
        />
      </picture>
    </span>
  )
}

/** Stored pictures are served by every process under the same path, so the host in the address is dropped. */
function srcSet(hash: string, format: string): string {
  return WIDTHS.map((width) => `/media/${hash}/${width}.${format} ${width}w`).join(', ')
}
