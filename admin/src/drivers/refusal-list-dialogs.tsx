import {
  APPEAL_DECISIONS,
  REFUSED_FOR,
  REFUSED_FOR_YEARS,
  RefusalAppeal,
  type RefusalListEntry,
  RefusalListInput,
} from '@twende/contract/drivers/refusal-list.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { DateField, RadioField, SelectField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useRevalidator } from 'react-router'
import { PersonLines, refusedForLabels } from './refusal-list-labels.tsx'

type DialogProps = { open: boolean; onClose: () => void }

type AddRefusalDialogProps = DialogProps & {
  /** What is known of the person, and whose phone number it is. */
  known?: { phone: string; licenceNumber: string; phoneOf: string }
}

function numbersOf({ phone = '', licenceNumber = '' }: Partial<AddRefusalDialogProps['known']> = {}) {
  return { phone, licenceNumber }
}

/** Puts a person on the refusal list. */
export function AddRefusalDialog({ open, onClose, known }: AddRefusalDialogProps) {
  const { revalidate } = useRevalidator()
  const attempt = useAttemptKey()
  const form = useAppForm({
    defaultValues: { ...numbersOf(known), reason: '', note: '', until: '' },
    bodyOf: ({ phone, licenceNumber, ...rest }) => ({
      ...(phone.trim() !== '' && { phone }),
      ...(licenceNumber.trim() !== '' && { licenceNumber }),
      ...rest,
    }),
    schema: RefusalListInput,
    onSubmit: async (body) => {
      const { message } = await call(
        'POST /api/admin/refusal-list',
        { body: RefusalListInput.parse(body) },
        { idempotencyKey: attempt.keyOf(body) },
      )
      toast.success(message)
      await revalidate()
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_refusal_list_add_title()}
      explains={m.admin_refusal_list_add_text()}
      yes={m.admin_refusal_list_save()}
      size="md"
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="phone"
          label={m.admin_refusal_list_phone_label()}
          {...(known?.phone && { hint: m.admin_refusal_list_phone_of({ name: known.phoneOf }) })}
          type="tel"
          autoComplete="off"
          deps={['licenceNumber']}
        />
        <TextField
          form={form}
          name="licenceNumber"
          label={m.admin_refusal_list_licence_label()}
          hint={m.admin_refusal_list_licence_hint()}
          autoComplete="off"
          deps={['phone']}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="reason"
          label={m.admin_refusal_list_reason_label()}
          required
          empty={m.admin_deposit_keep_choose()}
          options={REFUSED_FOR.map((value) => ({ value, label: refusedForLabels[value]() }))}
        />
        <DateField
          form={form}
          name="until"
          label={m.admin_refusal_list_until_label()}
          hint={m.admin_refusal_list_until_hint({ years: REFUSED_FOR_YEARS })}
          required
        />
      </div>
      <TextareaField
        form={form}
        name="note"
        label={m.admin_refusal_list_note_label()}
        hint={m.admin_refusal_list_note_hint()}
        required
        rows={3}
      />
    </FormDialog>
  )
}

const decisionLabels = {
  kept: m.admin_refusal_list_decision_kept,
  lifted: m.admin_refusal_list_decision_lifted,
}

/** Records an appeal against an entry, and an admin's decision. */
export function AppealDialog({ entry, open, onClose }: DialogProps & { entry: RefusalListEntry }) {
  const { revalidate } = useRevalidator()
  const attempt = useAttemptKey()
  const form = useAppForm({
    defaultValues: { appeal: '', decision: 'kept', reason: '' },
    schema: RefusalAppeal,
    onSubmit: async (body) => {
      const { message } = await call(
        'POST /api/admin/refusal-list/:entryId/appeal',
        { params: { entryId: entry._id }, body: RefusalAppeal.parse(body) },
        { idempotencyKey: attempt.keyOf(body) },
      )
      toast.success(message)
      await revalidate()
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_refusal_list_appeal()}
      explains={m.admin_refusal_list_appeal_text()}
      yes={m.admin_refusal_list_decide()}
      size="md"
      onClose={onClose}
    >
      <PersonLines entry={entry} />
      <TextareaField
        form={form}
        name="appeal"
        label={m.admin_refusal_list_appeal_label()}
        required
        rows={4}
      />
      <RadioField
        form={form}
        name="decision"
        label={m.admin_refusal_list_decision_label()}
        required
        options={APPEAL_DECISIONS.map((value) => ({ value, label: decisionLabels[value]() }))}
      />
      <TextareaField
        form={form}
        name="reason"
        label={m.admin_refusal_list_decision_reason_label()}
        required
        rows={2}
      />
    </FormDialog>
  )
}
