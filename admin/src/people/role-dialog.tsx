import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { accountAdminRoutes } from '@twende/contract/accounts/admin-account-routes.ts'
import { m } from '@twende/messages'
import { SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { ReasonField } from '../form/reason-dialog.tsx'

type RoleDialogProps = {
  person: AccountDetails
  onDecide: (role: Role, reason: string) => Promise<void>
  onClose: () => void
}

/** Asks what a person may do here. Import it lazily. */
export function RoleDialog({ person, onDecide, onClose }: RoleDialogProps) {
  const form = useAppForm({
    defaultValues: { role: person.role, reason: '' },
    schema: accountAdminRoutes['POST /api/admin/person/:accountId/role'].body,
    onSubmit: ({ role, reason }) => onDecide(role, reason),
  })
  return (
    <FormDialog
      form={form}
      open
      title={m.admin_people_role_title({ name: person.name })}
      explains={m.admin_people_role_explanation()}
      yes={m.admin_people_role_button()}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="role"
        label={m.admin_people_role()}
        options={Object.entries(roleLabels).map(([value, label]) => ({ value, label: label() }))}
      />
      <ReasonField
        form={form}
        name="reason"
        label={m.admin_common_reason_label()}
        hint={m.admin_people_role_hint()}
      />
    </FormDialog>
  )
}
