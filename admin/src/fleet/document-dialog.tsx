import { addDays } from '@twende/contract/calendar-day.ts'
import { DOCUMENT_KINDS, type DocumentKind, documentKindLabels } from '@twende/contract/cars/car-cover.ts'
import { type CarDocument, carDocumentRoutes } from '@twende/contract/cars/car-document-routes.ts'
import { m } from '@twende/messages'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { DateField, SelectField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { filesOf, type Scan, ScanField, scanKey } from '../form/scan-field.tsx'

const ROUTE = 'POST /api/admin/car/:carId/documents'

type DocumentDialogProps = {
  carId: string
  /** The document after which the new one begins. */
  renews?: CarDocument | undefined
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

/** Records a document of a car, or the renewal of one. Import it lazily. */
export function DocumentDialog({ carId, renews, onDone, onClose }: DocumentDialogProps) {
  const attempt = useAttemptKey()
  const form = useAppForm({
    defaultValues: valuesOf(renews),
    schema: carDocumentRoutes[ROUTE].body,
    onSubmit: async (_, typed) => {
      const { kind, scan, ...fields } = typed
      if (kind === '') return
      const request = { params: { carId }, body: { ...fields, kind } }
      const idempotencyKey = attempt.keyOf([request, scanKey(scan)])
      const { message } = await formCall(filesOf(scan))(ROUTE, request, { idempotencyKey })
      await onDone(message)
    },
  })
  return (
    <FormDialog
      form={form}
      open
      size="md"
      title={
        renews
          ? m.admin_papers_renew_title({ document: documentKindLabels[renews.kind]() })
          : m.admin_papers_add()
      }
      explains={m.admin_papers_add_text()}
      yes={m.admin_papers_save()}
      onClose={onClose}
    >
      <DocumentFields form={form} />
    </FormDialog>
  )
}

type DocumentValues = {
  kind: DocumentKind | ''
  number: string
  issuer: string
  validFrom: string
  validUntil: string
  scan: Scan | null
}

function valuesOf(renews: CarDocument | undefined): DocumentValues {
  return {
    kind: renews?.kind ?? '',
    number: '',
    issuer: renews?.issuer ?? '',
    validFrom: renews ? addDays(renews.validUntil, 1) : '',
    validUntil: '',
    scan: null,
  }
}

function DocumentFields({ form }: { form: AppForm<DocumentValues> }) {
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label={m.admin_papers_kind_label()}
        required
        empty={m.admin_papers_kind_choose()}
        options={DOCUMENT_KINDS.map((value) => ({ value, label: documentKindLabels[value]() }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="number"
          label={m.admin_papers_number_label()}
          hint={m.admin_papers_number_hint()}
          required
          autoComplete="off"
        />
        <TextField
          form={form}
          name="issuer"
          label={m.admin_papers_issuer_label()}
          hint={m.admin_papers_issuer_hint()}
          required
          autoComplete="off"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          form={form}
          name="validFrom"
          label={m.admin_papers_from_label()}
          required
          deps={['validUntil']}
        />
        <DateField
          form={form}
          name="validUntil"
          label={m.admin_papers_until_label()}
          hint={m.admin_papers_until_hint()}
          required
        />
      </div>
      <ScanField form={form} name="scan" label={m.admin_scan_label()} optional />
    </>
  )
}
