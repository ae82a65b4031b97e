import { PASSWORD_LENGTH } from '@twende/contract/accounts/password-rules.ts'
import { m } from '@twende/messages'
import { NewPasswordField } from '@twende/ui/accounts/secret-fields.tsx'
import { signIn } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form, PasswordField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

/** A new password for whoever knows the old one. */
export function AccountPassword({ email }: { email: string }) {
  const form = useAppForm({
    defaultValues: { oldPassword: '', newPassword: '' },
    check: ({ oldPassword, newPassword }) => ({
      oldPassword: oldPassword ? undefined : m.validation_password_missing(),
      newPassword: newPassword.length < PASSWORD_LENGTH.least ? m.validation_password_too_short() : undefined,
    }),
    refusedAt: { wrong_password: 'oldPassword', password_too_common: 'newPassword' },
    onSubmit: async (body) => {
      const { token, message } = await call('POST /api/user/change-password', { body })
      signIn(token)
      toast.success(message, 'account')
    },
  })
  return (
    <Form form={form} onDone={() => form.reset()} className="flex flex-col gap-5">
      {/* So that password managers know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          form={form}
          name="oldPassword"
          label={m.account_old_password()}
          required
          autoComplete="current-password"
        />
        <NewPasswordField
          form={form}
          name="newPassword"
          label={m.login_new_password_label()}
          hint={m.account_new_password_hint()}
        />
      </div>
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" pending={form.pending} className="self-start">
        {m.account_change_password()}
      </Button>
    </Form>
  )
}
