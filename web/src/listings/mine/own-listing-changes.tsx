import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { reviewedFacts } from '@twende/contract/listings/listing-labels.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EditComparison } from '@twende/ui/listings/edit-comparison.tsx'
import { CircleAlert, Hourglass } from 'lucide-react'
import type { ListingActions } from './own-listing-next-step.tsx'

type ChangesProps = {
  listing: OwnListing
  actions: Pick<ListingActions, 'onView' | 'onWithdraw'>
  /** With both versions beside each other, instead of a button that leads there. */
  compared?: boolean
  className?: string
}

/** Which changes of a verified car buyers do not see, and why. */
export function OwnListingChanges({ listing, actions, compared = false, className }: ChangesProps) {
  const { edit } = listing
  if (!edit) return null
  const waits = edit.state === 'waiting'
  const Icon = waits ? Hourglass : CircleAlert
  const facts = reviewedFacts(edit.fields)
  const about = <span className="sr-only">: {listing.name}</span>
  return (
    <section
      aria-label={waits ? m.edit_listing_waiting_label() : m.edit_listing_refused_label()}
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
              ? m.edit_listing_waiting({ facts })
              : m.edit_listing_refused({ facts, reason: edit.reason })}
          </span>
        </p>
        {!compared && (
          <Button
            size="sm"
            variant="secondary"
            className="max-sm:w-full"
            onClick={() => actions.onView(listing)}
          >
            {m.edit_listing_see_changes()}
            {about}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          className="max-sm:w-full"
          onClick={() => actions.onWithdraw(listing)}
        >
          {waits ? m.edit_listing_withdraw_changes() : m.edit_listing_discard_changes()}
          {about}
        </Button>
      </div>
      {compared && (
        <div className="mt-3 rounded-md bg-card p-4 text-ink">
          <EditComparison edit={edit} names={[m.edit_listing_published(), m.edit_listing_proposed()]} />
        </div>
      )}
    </section>
  )
}
