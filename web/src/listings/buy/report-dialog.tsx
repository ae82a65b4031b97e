import { ApiError } from '@twende/contract/http/call.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { REPORT_REASONS, type ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { reportReasonLabels } from '@twende/contract/listings/listing-labels.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { RadioField, TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

type ReportDialogProps = {
  listing: Listing
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What we answered, as a sentence. */
  onAnswer: (sentence: string) => void
}

/** Asks what is wrong with a listing and tells staff. Import it lazily. */
export function ReportDialog({ listing, open, onOpenChange, onAnswer }: ReportDialogProps) {
  const form = useAppForm({
    defaultValues: { reason: '', details: '' },
    bodyOf: ({ reason, details }) => ({ reason: reasonIn(reason), details }),
    check: ({ reason }) => ({ reason: reasonIn(reason) ? undefined : m.report_listing_no_reason() }),
    onSubmit: async ({ reason, details }) => {
      if (!reason) return
      try {
        const params = { carId: listing._id }
        onAnswer((await call('POST /api/sell/report/:carId', { params, body: { reason, details } })).message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'already_reported') throw error
        onAnswer(error.message)
      }
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.report_listing_button()}
      explains={m.report_listing_description({ car: listing.name })}
      yes={m.report_listing_send()}
      onClose={() => onOpenChange(false)}
    >
      <RadioField
        form={form}
        name="reason"
        label={m.report_listing_reason()}
        options={REPORT_REASONS.map((value) => ({ value, label: reportReasonLabels[value]() }))}
      />
      <TextareaField form={form} name="details" label={m.report_listing_details()} rows={3} />
    </FormDialog>
  )
}

const reasonIn = (text: string): ReportReason | undefined => REPORT_REASONS.find((reason) => reason === text)
