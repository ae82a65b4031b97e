import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EditComparison } from '@twende/ui/listings/edit-comparison.tsx'
import { CircleAlert, Hourglass } from 'lucide-react'
import type { ListingDoors } from './own-listing-next-step.tsx'
import { reviewedWords } from './reviewed-fields.ts'

type ChangesProps = {
  listing: OwnListing
  doors: Pick<ListingDoors, 'onView' | 'onWithdraw'>
  /** With both versions beside each other, instead of a button that leads there. */
  compared?: boolean
  className?: string
}

/** Which changes of a verified car buyers do not see, and why. */
export function OwnListingChanges({ listing, doors, compared = false, className }: ChangesProps) {
  const { edit } = listing
  if (!edit) return null
  const waits = edit.state === 'waiting'
  const Icon = waits ? Hourglass : CircleAlert
  const list = new Intl.ListFormat('en-GB').format(edit.fields.map((field) => reviewedWords[field]))
  const about = <span className="sr-only">: {listing.name}</span>
  return (
    <section
      aria-label={waits ? 'Waiting for our check' : 'Changes not accepted'}
      className={classes(
        'px-4 py-3 sm:px-5',
        waits ? 'bg-acacia-tint text-acacia-deep' : 'bg-clay-tint text-clay-deep',
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="flex min-w-60 flex-1 items-start gap-2 font-medium">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            {waits
              ? `Waiting for our check: ${list}. Until then buyers see your listing as it was.`
              : `We did not accept your change of ${list}: ${edit.reason}`}
          </span>
        </p>
        {!compared && (
          <Button
            size="sm"
            variant="secondary"
            className="max-sm:w-full"
            onClick={() => doors.onView(listing)}
          >
            See changes{about}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          className="max-sm:w-full"
          onClick={() => doors.onWithdraw(listing)}
        >
          {waits ? 'Withdraw changes' : 'Discard changes'}
          {about}
        </Button>
      </div>
      {compared && (
        <div className="mt-3 rounded-md bg-card p-4 text-ink">
          <EditComparison edit={edit} names={['What buyers see', 'Your change']} />
        </div>
      )}
    </section>
  )
}
