import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { Picture, type PictureProps } from '@twende/ui/pictures/picture.tsx'
import { useState } from 'react'

export type GalleryPicture = { address: string; placeholder?: string }
type PictureGalleryProps = {
  pictures: readonly GalleryPicture[]
  /** What all of them show, e.g. the car's name. */
  subject: string
  sizes?: string
  priority?: boolean
  ratio?: PictureProps['ratio']
}

/** One large picture and a thumbnail for each; the thumbnails choose. */
export function PictureGallery({ pictures, subject, sizes, priority, ratio }: PictureGalleryProps) {
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  return (
    <div>
      <Picture
        key={shown?.address}
        address={shown?.address}
        placeholder={shown?.placeholder}
        alt={subject}
        sizes={sizes}
        priority={priority}
        ratio={ratio}
        className="rounded-lg"
      />
      {pictures.length > 1 && (
        <ul className="mt-3 grid grid-cols-4 gap-3">
          {pictures.map((picture, at) => (
            <li key={picture.address}>
              <button
                type="button"
                onClick={() => setChosen(at)}
                aria-label={m.picture_number({ number: at + 1, count: pictures.length })}
                aria-pressed={at === chosen}
                className={classes(
                  'block w-full overflow-hidden rounded-md border-2',
                  at === chosen ? 'border-acacia' : 'border-transparent hover:border-edge',
                )}
              >
                <Picture address={picture.address} placeholder={picture.placeholder} alt="" sizes="120px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
