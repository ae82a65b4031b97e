import { classes } from '@twende/ui/controls/classes.ts'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'

export const earlyPictureId = 'early-picture'

/** The place of the car's picture while the car is on its way; the script of the page shows it there (`early-car.tsx`). */
export function EarlyPicture({ className }: { className: string }) {
  return (
    <div className={classes('relative aspect-[3/2] overflow-hidden', className)}>
      <Skeleton className="size-full" />
      {/* Empty HTML, so that React leaves alone what the script puts there. */}
      <div
        id={earlyPictureId}
        className="absolute inset-0"
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
