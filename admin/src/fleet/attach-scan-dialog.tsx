import type { CarDocument } from '@twende/contract/cars/car-document-routes.ts'
import { m } from '@twende/messages'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { filesOf, type Scan, ScanField, scanKey } from '../form/scan-field.tsx'

const ROUTE = 'POST /api/admin/car-document/:documentId/scan'

type AttachScanDialogProps = {
  document: CarDocument
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

/** Attaches a scan to a document that has none yet. Import it lazily. */
export function AttachScanDialog({ document, onDone, onClose }: AttachScanDialogProps) {
  const attempt = useAttemptKey()
  const form = useAppForm<{ scan: Scan | null }>({
    defaultValues: { scan: null },
    check: ({ scan }) => ({ scan: scan ? undefined : m.error_scan_missing() }),
    onSubmit: async (_, { scan }) => {
      const request = { params: { documentId: document._id }, body: {} }
      const idempotencyKey = attempt.keyOf(scanKey(scan))
      const { message } = await formCall(filesOf(scan))(ROUTE, request, { idempotencyKey })
      await onDone(message)
    },
  })
  return (
    <FormDialog
      form={form}
      open
      title={m.admin_scan_attach_title({ number: document.number })}
      explains={m.admin_scan_attach_text()}
      yes={m.admin_scan_attach()}
      onClose={onClose}
    >
      <ScanField form={form} name="scan" label={m.admin_scan_label()} />
    </FormDialog>
  )
}
