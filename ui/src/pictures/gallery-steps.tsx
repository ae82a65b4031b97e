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
          Picture {chosen + 1} of {count}
        </span>
      </p>
      {chosen > 0 && (
        <button
          type="button"
          aria-label="Previous picture"
          onClick={() => onChoose(chosen - 1)}
          className={classes(arrow, 'left-3')}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
      )}
      {chosen < count - 1 && (
        <button
          type="button"
          aria-label="Next picture"
          onClick={() => onChoose(chosen + 1)}
          className={classes(arrow, 'right-3')}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
      )}
    </>
  )
}
