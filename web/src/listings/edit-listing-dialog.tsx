import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { ShieldAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { EditListingForm } from './edit-listing-form.tsx'
import { reviewedWords } from './reviewed-fields.ts'
import { useEditListing } from './use-edit-listing.ts'

type EditListingDialogProps = {
  listing: OwnListing
  open: boolean
  onChange: () => Promise<void>
  onClose: () => void
}

/** The form to change one's own listing; each opening begins with what is there. */
export function EditListingDialog(props: EditListingDialogProps) {
  const { open, listing } = props
  const [seen, setSeen] = useState({ open, times: 0 })
  if (seen.open !== open) setSeen({ open, times: seen.times + (open ? 1 : 0) })
  return <Editing key={`${listing._id} ${seen.times}`} {...props} />
}

function Editing({ listing, open, onChange, onClose }: EditListingDialogProps) {
  const formId = useId()
  const edit = useEditListing(listing, {
    onNews: () => void onChange(),
    onSaved: () => {
      onClose()
      void onChange()
    },
  })
  const leave = async () => {
    if (edit.changed && !(await ask(UNSAVED))) return
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || edit.pending || void leave()}
      title="Edit listing"
      description={listing.name}
      size="lg"
      footer={
        <>
          <div className="min-w-0 basis-full empty:hidden has-[>div:empty]:hidden">
            <FormProblem>{edit.trouble}</FormProblem>
          </div>
          <ReviewNote fields={edit.reviewed} />
          <Button size="sm" variant="secondary" className="max-sm:flex-1" onClick={() => void leave()}>
            Cancel
          </Button>
          <Button size="sm" type="submit" form={formId} pending={edit.pending} className="max-sm:flex-1">
            Save changes
          </Button>
        </>
      }
    >
      <EditListingForm id={formId} edit={edit} />
    </Dialog>
  )
}

const UNSAVED = {
  sentence: 'Leave without saving your changes?',
  yes: 'Leave',
  no: 'Keep editing',
  danger: true,
}

/** Says before saving what buyers will not see at once. */
function ReviewNote({ fields }: { fields: readonly ReviewedField[] }) {
  const list = new Intl.ListFormat('en-GB').format(fields.map((field) => reviewedWords[field]))
  return (
    <p
      role="status"
      className="min-w-0 basis-full text-sm font-medium text-sunrise-ink empty:hidden lg:basis-0 lg:flex-1"
    >
      {fields.length > 0 && (
        <span className="flex items-start gap-2">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          You change {list}. We check {fields.length === 1 ? 'this' : 'these'} first. Until then buyers see
          your listing as it was.
        </span>
      )}
    </p>
  )
}
