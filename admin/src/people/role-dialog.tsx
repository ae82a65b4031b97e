import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { accountAdminRoutes } from '@twende/contract/accounts/admin-account-routes.ts'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { CheckboxField, SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { ReasonField } from '../form/reason-dialog.tsx'

type RoleDialogProps = {
  person: AccountDetails
  onDecide: (role: Role, rights: StaffRight[], reason: string) => Promise<void>
  onClose: () => void
}

/** Asks what a person may do here; of somebody who becomes staff, also which rights. Import it lazily. */
export function RoleDialog({ person, onDecide, onClose }: RoleDialogProps) {
  const form = useAppForm({
    defaultValues: { role: person.role, rights: ticksOf([]), reason: '' },
    bodyOf: ({ role, rights, reason }) => ({
      role,
      ...(role === 'staff' && { rights: chosenOf(rights) }),
      reason,
    }),
    schema: accountAdminRoutes['POST /api/admin/person/:accountId/role'].body,
    onSubmit: ({ role, rights, reason }) => onDecide(role, rights ?? [], reason),
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
      {form.watch('role') === 'staff' && person.role !== 'staff' && (
        <RightFields form={form as unknown as AppForm<WithRights>} />
      )}
      <ReasonField
        form={form}
        name="reason"
        label={m.admin_common_reason_label()}
        hint={m.admin_people_role_hint()}
      />
    </FormDialog>
  )
}

type RightsDialogProps = {
  person: AccountDetails
  onDecide: (rights: StaffRight[], reason: string) => Promise<void>
  onClose: () => void
}

/** Asks what a member of staff may do besides the work of all staff. Import it lazily. */
export function RightsDialog({ person, onDecide, onClose }: RightsDialogProps) {
  const form = useAppForm({
    defaultValues: { rights: ticksOf(person.rights), reason: '' },
    bodyOf: ({ rights, reason }) => ({ rights: chosenOf(rights), was: person.rights, reason }),
    schema: accountAdminRoutes['POST /api/admin/person/:accountId/rights'].body,
    onSubmit: ({ rights, reason }) => onDecide(rights, reason),
  })
  return (
    <FormDialog
      form={form}
      open
      title={m.admin_people_rights_title({ name: person.name })}
      explains={m.admin_people_rights_explanation()}
      yes={m.admin_people_rights_button()}
      onClose={onClose}
    >
      <RightFields form={form as unknown as AppForm<WithRights>} />
      <ReasonField form={form} name="reason" label={m.admin_common_reason_label()} />
    </FormDialog>
  )
}

type Ticks = Record<StaffRight, boolean>
type WithRights = { rights: Ticks }

const ticksOf = (rights: readonly StaffRight[]): Ticks => ({
  payments: rights.includes('payments'),
  reports: rights.includes('reports'),
  people: rights.includes('people'),
})

const chosenOf = (ticks: Ticks): StaffRight[] => STAFF_RIGHTS.filter((right) => ticks[right])

const words: Record<StaffRight, () => string> = {
  payments: m.admin_people_right_payments,
  reports: m.admin_people_right_reports,
  people: m.admin_people_right_people,
}

function RightFields({ form }: { form: AppForm<WithRights> }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.admin_people_rights_choice()}</legend>
      {STAFF_RIGHTS.map((right) => (
        <CheckboxField key={right} form={form} name={`rights.${right}`} label={words[right]()} />
      ))}
    </fieldset>
  )
}
