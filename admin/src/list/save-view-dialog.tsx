import { type SavedView, savedViewRoutes } from '@twende/contract/accounts/saved-view-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

const ROUTE = 'PUT /api/user/saved-views'

type SaveViewDialogProps = {
  view: Pick<SavedView, 'list' | 'query'>
  open: boolean
  onSaved: (views: readonly SavedView[]) => void
  onClose: () => void
}

/** Asks for the name under which a view of a list is saved. */
export function SaveViewDialog({ view, open, onSaved, onClose }: SaveViewDialogProps) {
  const form = useAppForm({
    defaultValues: { name: '' },
    bodyOf: ({ name }) => ({ name, ...view }),
    schema: savedViewRoutes[ROUTE].body,
    onSubmit: async (body) => {
      const { data } = await call(ROUTE, { body })
      onSaved(data)
      toast.success(m.admin_list_view_saved({ name: body.name }))
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_list_view_save()}
      yes={m.common_save()}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={m.admin_list_view_name()} required maxLength={40} />
    </FormDialog>
  )
}
