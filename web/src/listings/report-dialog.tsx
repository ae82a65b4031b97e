import type { Listing } from '@twende/contract/listings/listing.ts'
import { REPORT_REASONS, type ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { reportReasonLabels } from '@twende/contract/listings/listing-labels.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, FieldError, Textarea } from '@twende/ui/controls/field.tsx'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useId, useState } from 'react'

const MOST_WORDS = 500

type ReportDialogProps = {
  listing: Listing
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What we answered, as a sentence. */
  onTold: (sentence: string) => void
}

/** Asks what is wrong with a listing and tells staff. Import it lazily. */
export function ReportDialog({ listing, open, onOpenChange, onTold }: ReportDialogProps) {
  const form = useId()
  const [reason, setReason] = useState<ReportReason>()
  const [details, setDetails] = useState('')
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)

  async function send() {
    if (!reason) return setProblem('Please choose what is wrong')
    setProblem('')
    setPending(true)
    try {
      const params = { carId: listing._id }
      const body = { reason, details: details.trim() }
      const { message } = await call('POST /api/sell/report/:carId', { params, body })
      onTold(message)
      onOpenChange(false)
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal.code !== 'already_reported') return setProblem(refusal.message)
      onTold(refusal.message)
      onOpenChange(false)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Report this listing"
      description={`What is wrong with the ${listing.name}? The seller does not learn who told us.`}
      size="sm"
      footer={
        <Button type="submit" form={form} pending={pending}>
          Send report
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void send()
        }}
      >
        <Reasons chosen={reason} onChoose={setReason} />
        <Field label="What we should know (optional)">
          <Textarea
            rows={3}
            maxLength={MOST_WORDS}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
          />
        </Field>
        <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
      </form>
    </Dialog>
  )
}

type ReasonsProps = { chosen: ReportReason | undefined; onChoose: (reason: ReportReason) => void }

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">What is wrong?</legend>
      {REPORT_REASONS.map((reason) => (
        <label key={reason} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="radio"
            name={name}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
            className="size-5 shrink-0 accent-acacia"
          />
          {reportReasonLabels[reason]}
        </label>
      ))}
    </fieldset>
  )
}
