import type { Listing } from '@twende/contract/listings/listing.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Flag } from 'lucide-react'
import { useState } from 'react'

const ReportDialog = later(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))

/** Where a reader tells that something about this listing is wrong. */
export function ReportListing({ listing }: { listing: Listing }) {
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState('')
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-soft">
        {told || 'Is something wrong with this listing?'}
      </p>
      <Button
        size="sm"
        variant="secondary"
        icon={<Flag aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Report this listing
      </Button>
      <WhenOpen open={open}>
        <ReportDialog listing={listing} open={open} onOpenChange={setOpen} onTold={setTold} />
      </WhenOpen>
    </div>
  )
}
