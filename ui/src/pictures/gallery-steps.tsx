import { m } from '@twende/messages'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classes } from '../controls/classes.ts'

type GalleryStepsProps = {
  chosen: number
  count: number
  onChoose: (at: number) => void
  /** Offers the arrows on phones too. */
  always?: boolean
}

/** How far one has come through the pictures, and the arrows on both sides; phones swipe instead. */
export function GallerySteps({ chosen, count, onChoose, always }: GalleryStepsProps) {
  const arrow = classes(
    'absolute top-1/2 size-11 -translate-y-1/2 place-items-center rounded-full bg-paper/95 text-ink shadow-lift transition-colors duration-150 hover:bg-sand',
    always ? 'grid' : 'hidden sm:grid',
  )
  return (
    <>
      <p className="figures absolute top-3 left-3 rounded-full bg-paper/95 px-2.5 py-1 text-sm leading-none font-semibold text-ink">
        <span aria-hidden="true">
          {chosen + 1} / {count}
        </span>
        <span role="status" className="sr-only">
          {m.picture_number({ number: chosen + 1, count })}
        </span>
      </p>
      {chosen > 0 && (
        <button
          type="button"
          aria-label={m.picture_previous()}
          onClick={() => onChoose(chosen - 1)}
          className={classes(arrow, 'left-3')}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
      )}
      {chosen < count - 1 && (
        <button
          type="button"
          aria-label={m.picture_next()}
          onClick={() => onChoose(chosen + 1)}
          className={classes(arrow, 'right-3')}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
      )}
    </>
  )
}

/** Which picture a key leads to; undefined for keys that mean nothing here. The ends hold. */
export function keyToPicture(key: string, chosen: number, count: number): number | undefined {
  const last = Math.max(count - 1, 0)
  if (key === 'ArrowLeft') return Math.max(chosen - 1, 0)
  if (key === 'ArrowRight') return Math.min(chosen + 1, last)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}
