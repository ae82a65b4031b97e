import { DELETE_WORD } from '@twende/contract/notifications/notification-preferences.ts'
import { m } from '@twende/messages'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { PasswordField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

type DeleteDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The last word before an account goes. */
export function AccountDeleteDialog({ open, onOpenChange }: DeleteDialogProps) {
  const navigate = useNavigate()
  const form = useAppForm({
    defaultValues: { password: '', confirmation: '' },
    check: ({ password, confirmation }) => ({
      password: password ? undefined : m.validation_password_missing(),
      confirmation:
        confirmation.trim() === DELETE_WORD ? undefined : m.validation_type_to_confirm({ word: DELETE_WORD }),
    }),
    refusedAt: { wrong_password: 'password' },
    onSubmit: async (body) => {
      const { message } = await call('POST /api/user/delete', { body })
      forgetToken()
      void navigate(links.home)
      alertPerson(message, 'success')
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.account_delete()}
      explains={m.account_delete_text()}
      yes={m.account_delete()}
      danger
      onClose={() => onOpenChange(false)}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>{m.account_delete_listings()}</li>
        <li>{m.account_delete_personal()}</li>
        <li>{m.account_delete_payments()}</li>
      </ul>
      <PasswordField
        form={form}
        name="password"
        label={m.common_password()}
        required
        autoComplete="current-password"
      />
      <TextField
        form={form}
        name="confirmation"
        label={m.account_delete_confirm({ word: DELETE_WORD })}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  )
}
