import { m } from '@twende/messages'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classes } from '../controls/classes.ts'

type NewPhotoProps = {
  src: string | undefined
  alt: string
  className?: string
  /** Of the sentence, where something lies over the picture. */
  wordsClassName?: string
}

/** A photo of this device that is not sent yet; a sentence stands for one that this browser cannot show. */
export function NewPhoto({ src, alt, className, wordsClassName }: NewPhotoProps) {
  const [unseen, setUnseen] = useState<string>()
  if (src === undefined || unseen !== src)
    return <img src={src} alt={alt} onError={() => setUnseen(src)} className={className} />
  return (
    <span
      role="img"
      aria-label={alt ? `${alt}. ${m.picture_no_preview()}` : m.picture_no_preview()}
      className={classes(
        '@container grid place-items-center bg-sand p-2 text-xs text-soft',
        className,
        wordsClassName,
      )}
    >
      <span className="grid w-full place-items-center gap-1 text-center">
        <ImageOff aria-hidden="true" className="size-6" />
        {/* A thumbnail has no room for it. */}
        <span aria-hidden="true" className="hidden @min-[5rem]:block">
          {m.picture_no_preview()}
        </span>
      </span>
    </span>
  )
}

const addresses = new WeakMap<Blob, string>()

/** Where the page finds a picture in memory; it stays good until the page is left. */
export function addressOf(blob: Blob): string {
  const address = addresses.get(blob) ?? URL.createObjectURL(blob)
  addresses.set(blob, address)
  return address
}

/** An address under which the page shows a photo that is not sent yet. */
export function useAddress(photo: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = photo ? URL.createObjectURL(photo) : undefined
    setAddress(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [photo])
  return address
}
