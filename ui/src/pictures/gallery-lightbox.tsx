import { m } from '@twende/messages'
import { X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { overlayLook, useCloseOnBack } from '../controls/dialog.tsx'
import { useReturnFocus } from '../controls/use-return-focus.ts'
import { GallerySteps, keyToPicture } from './gallery-steps.tsx'

import { GallerySwipe } from './gallery-swipe.tsx'
import { ZoomablePicture } from './gallery-zoom.tsx'
import type { GalleryPicture } from './picture.tsx'

type GalleryLightboxProps = {
  pictures: readonly GalleryPicture[]
  subject: string
  chosen: number
  onChoose: (at: number) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

const roundButton = 'grid size-11 place-items-center rounded-md text-paper hover:bg-white/15'

/** The pictures as large as the screen, and larger: by button, key or double tap. Import it lazily. */
export function GalleryLightbox({ open, onOpenChange, ...shown }: GalleryLightboxProps) {
  const focus = useReturnFocus()
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="on-dark fixed inset-0 z-50 bg-ink text-paper outline-none data-[state=open]:animate-appear data-[state=closed]:animate-vanish"
        >
          <LightboxPictures {...shown} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type PicturesProps = Omit<GalleryLightboxProps, 'open' | 'onOpenChange'>

function LightboxPictures({ pictures, subject, chosen, onChoose }: PicturesProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const zoomed = useRef<HTMLDivElement>(null)
  const [zoomedAt, setZoomedAt] = useState<number>()
  const isZoomed = zoomedAt === chosen
  const zoom = (on: boolean) => setZoomedAt(on ? chosen : undefined)
  const choose = (at: number) => {
    setZoomedAt(undefined)
    onChoose(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ('+='.includes(event.key)) return zoom(true)
    if ('-0'.includes(event.key)) return zoom(false)
    if (isZoomed && lookAround(zoomed, event.key)) return event.preventDefault()
    const next = keyToPicture(event.key, chosen, pictures.length)
    if (next !== undefined) choose(next)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys bubble from the buttons inside
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <header className="flex items-center gap-2 py-2 pr-2 pl-4">
        <Radix.Title className="min-w-0 flex-1 truncate text-base">{subject}</Radix.Title>
        <button
          type="button"
          aria-label={isZoomed ? m.picture_zoom_out() : m.picture_zoom_in()}
          onClick={() => zoom(!isZoomed)}
          className={roundButton}
        >
          {isZoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
        </button>
        <Radix.Close aria-label={m.common_close()} className={roundButton}>
          <X aria-hidden="true" />
        </Radix.Close>
      </header>
      <div className="relative min-h-0 flex-1">
        <div ref={viewport} className="h-full overflow-hidden">
          <div className="flex h-full touch-manipulation">
            {pictures.map((picture, at) => (
              <ZoomablePicture
                key={picture.address}
                picture={picture}
                label={m.picture_of({ subject, number: at + 1, count: pictures.length })}
                zoomed={zoomedAt === at}
                onZoom={(on) => setZoomedAt(on ? at : undefined)}
                scroller={at === chosen ? zoomed : undefined}
              />
            ))}
          </div>
        </div>
        {pictures.length > 1 && !isZoomed && (
          <GallerySteps chosen={chosen} count={pictures.length} onChoose={choose} always />
        )}
      </div>
      <GallerySwipe
        viewport={viewport}
        chosen={chosen}
        onChoose={choose}
        mayDrag={() => zoomedAt === undefined && !isPinched()}
      />
    </div>
  )
}

/** Fingers may have enlarged the whole screen: then a drag moves what is seen of it. */
function isPinched(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}

const STEP = 120
const ways: Readonly<Record<string, ScrollToOptions>> = {
  ArrowLeft: { left: -STEP },
  ArrowRight: { left: STEP },
  ArrowUp: { top: -STEP },
  ArrowDown: { top: STEP },
}

function lookAround(scroller: RefObject<HTMLDivElement | null>, key: string): boolean {
  const way = ways[key]
  if (way) scroller.current?.scrollBy(way)
  return way !== undefined
}
