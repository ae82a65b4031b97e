import { m } from '@twende/messages'
import { Maximize2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../controls/classes.ts'
import { WhenOpen } from '../controls/when-open.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { GallerySteps, keyToPicture } from './gallery-steps.tsx'

import { type GalleryPicture, Picture, type PictureProps } from './picture.tsx'

const GallerySwipe = lazyWithRetry(() => import('./gallery-swipe.tsx').then((module) => module.GallerySwipe))
const GalleryLightbox = lazyWithRetry(() =>
  import('./gallery-lightbox.tsx').then((module) => module.GalleryLightbox),
)

type GalleryProps = {
  pictures: readonly GalleryPicture[]
  /** What all of them show, e.g. the car's name. */
  subject: string
  sizes?: string | undefined
  priority?: boolean | undefined
  ratio?: PictureProps['ratio']
  /** So many thumbnails at least: those without a picture of their own show the first. */
  thumbnails?: number | undefined
}

/** One large picture with a thumbnail for each: by swipe, arrows, keys or thumbnails, and full screen on a tap. */
export function Gallery({ pictures, subject, thumbnails = 0, ...look }: GalleryProps) {
  const [chosen, setChosen] = useState(0)
  const [full, setFull] = useState(false)
  const several = pictures.length > 1
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyToPicture(event.key, chosen, pictures.length)
    if (full || next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  const choosing = { pictures, subject, chosen, onChoose: setChosen }
  return (
    <section aria-label={m.picture_gallery({ subject })} onKeyDown={onKeyDown}>
      <div className="relative">
        <Stage {...choosing} {...look} onOpen={() => setFull(true)} />
        {several && <GallerySteps chosen={chosen} count={pictures.length} onChoose={setChosen} />}
      </div>
      {(several || thumbnails > 1) && <Thumbnails {...choosing} ratio={look.ratio} least={thumbnails} />}
      <WhenOpen open={full}>
        <GalleryLightbox {...choosing} open={full} onOpenChange={setFull} />
      </WhenOpen>
    </section>
  )
}

type Choosing = Pick<GalleryProps, 'pictures' | 'subject'> & {
  chosen: number
  onChoose: (at: number) => void
}

/** Until swiping is there only the chosen picture is drawn: the first paint waits for nothing else. */
function Stage(
  props: Choosing & Omit<GalleryProps, 'pictures' | 'subject' | 'thumbnails'> & { onOpen: () => void },
) {
  const { pictures, subject, chosen, onChoose, onOpen, sizes, priority, ratio } = props
  const viewport = useRef<HTMLButtonElement>(null)
  const loaded = usePageLoaded()
  const [swipes, setSwipes] = useState(false)
  const shown = pictures.length > 0 ? pictures : [{ address: '' }]
  return (
    <>
      <button
        ref={viewport}
        type="button"
        onClick={onOpen}
        aria-haspopup="dialog"
        aria-label={m.picture_full_screen({ number: chosen + 1, count: shown.length })}
        className="relative block w-full cursor-zoom-in touch-[pan-y_pinch-zoom] overflow-hidden rounded-lg"
      >
        <span className="flex">
          {shown.map((picture, at) =>
            swipes || at === chosen ? (
              <span key={picture.address} className="w-full shrink-0">
                <Picture
                  address={picture.address}
                  placeholder={picture.placeholder}
                  alt={subject}
                  sizes={sizes}
                  priority={priority && at === 0}
                  ratio={ratio}
                />
              </span>
            ) : null,
          )}
        </span>
        <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-paper/95 shadow-lift">
          <Maximize2 aria-hidden="true" className="size-5" />
        </span>
      </button>
      <WhenOpen open={loaded && shown.length > 1}>
        <GallerySwipe
          viewport={viewport}
          chosen={chosen}
          onChoose={onChoose}
          onReady={() => setSwipes(true)}
        />
      </WhenOpen>
    </>
  )
}

type ThumbnailsProps = Choosing & { ratio: PictureProps['ratio']; least: number }

function Thumbnails({ pictures, chosen, onChoose, ratio, least }: ThumbnailsProps) {
  const places = Math.max(pictures.length, least)
  const shown = Array.from({ length: places }, (_, at) => pictures[at] ?? pictures[0] ?? { address: '' })
  return (
    <ul className="mt-3 grid grid-cols-4 gap-3">
      {shown.map((picture, at) => (
        <li key={at}>
          <button
            type="button"
            onClick={() => onChoose(at < pictures.length ? at : 0)}
            aria-label={m.picture_number({ number: at + 1, count: places })}
            aria-pressed={at === chosen}
            className={classes(
              'block w-full overflow-hidden rounded-md border-2',
              at === chosen ? 'border-acacia' : 'border-transparent hover:border-edge',
            )}
          >
            <Picture
              address={picture.address}
              placeholder={picture.placeholder}
              alt=""
              sizes="120px"
              ratio={ratio}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** True once the page has all it needs for its first look. */
function usePageLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const note = () => setLoaded(true)
    if (document.readyState === 'complete') note()
    else window.addEventListener('load', note, { once: true })
    return () => window.removeEventListener('load', note)
  }, [])
  return loaded
}
