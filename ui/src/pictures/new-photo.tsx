import { m } from '@twende/messages'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../controls/classes.ts'

type NewPhotoProps = { src: string | undefined; alt: string; className?: string }

/** A photo of this device that is not sent yet; a sentence stands for one that this browser cannot show. */
export function NewPhoto({ src, alt, className }: NewPhotoProps) {
  const [unseen, setUnseen] = useState<string>()
  if (src === undefined || unseen !== src)
    return <img src={src} alt={alt} onError={() => setUnseen(src)} className={className} />
  return (
    <span
      role="img"
      aria-label={alt ? `${alt}. ${m.picture_no_preview()}` : m.picture_no_preview()}
      className={classes(
        'grid place-content-center place-items-center gap-1 bg-sand p-2 text-center text-xs text-soft',
        className,
      )}
    >
      <ImageOff aria-hidden="true" className="size-6" />
      <span aria-hidden="true">{m.picture_no_preview()}</span>
    </span>
  )
}
