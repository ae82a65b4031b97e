import { type MouseEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from '../controls/classes.ts'
import type { GalleryPicture } from './picture.tsx'
import { Picture } from './picture.tsx'

const DOUBLE_TAP_MS = 350
/** Where the picture was tapped, each from 0 to 1. */
type Spot = { x: number; y: number }
const MIDDLE: Spot = { x: 0.5, y: 0.5 }

type ZoomablePictureProps = {
  picture: GalleryPicture
  label: string
  zoomed: boolean
  onZoom: (on: boolean) => void
  scroller: RefObject<HTMLDivElement | null> | undefined
}

/** A picture that a double tap makes two and a half times as large around the tapped spot; then a drag moves it. */
export function ZoomablePicture({ picture, label, zoomed, onZoom, scroller }: ZoomablePictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const tapped = useRef({ at: 0, spot: MIDDLE })

  useLayoutEffect(() => {
    const shown = frame.current
    if (!shown || !zoomed) return
    const { x, y } = tapped.current.spot
    shown.scrollTo(
      x * shown.scrollWidth - shown.clientWidth / 2,
      y * shown.scrollHeight - shown.clientHeight / 2,
    )
    tapped.current.spot = MIDDLE
  }, [zoomed])

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const isSecond = event.timeStamp - tapped.current.at < DOUBLE_TAP_MS
    const place = event.currentTarget.getBoundingClientRect()
    const spot = {
      x: (event.clientX - place.left) / place.width,
      y: (event.clientY - place.top) / place.height,
    }
    tapped.current = { at: isSecond ? 0 : event.timeStamp, spot: isSecond ? spot : MIDDLE }
    if (isSecond) onZoom(!zoomed)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (zoomed && event.pointerType === 'mouse' && event.buttons === 1)
      event.currentTarget.scrollBy(-event.movementX, -event.movementY)
  }
  return (
    // biome-ignore lint/a11y: the same is done by the zoom button and by keys
    <div
      ref={(element) => {
        frame.current = element
        if (scroller) scroller.current = element
      }}
      role="group"
      aria-label={label}
      tabIndex={zoomed ? 0 : undefined}
      onClick={onClick}
      onPointerMove={onPointerMove}
      className={classes(
        'h-full w-full shrink-0',
        zoomed ? 'flex overflow-auto overscroll-contain' : 'overflow-hidden',
      )}
    >
      {/* Less motion makes every change a short one: the new size must be there when we scroll to the spot. */}
      <div className={classes('transition-none', zoomed ? 'm-auto w-[250%] shrink-0' : 'size-full')}>
        <Picture address={picture.address} alt="" sizes={zoomed ? '250vw' : '100vw'} whole />
      </div>
    </div>
  )
}
