import { NewPasswordInput } from '@twende/ui/accounts/new-password-input.tsx'
import { signIn } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { FormProblem, PasswordInput } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { useState } from 'react'

/** A new password for whoever knows the old one. */
export function AccountPassword({ email }: { email: string }) {
  const [round, setRound] = useState(0)
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { oldPassword: textOf(form, 'oldPassword'), newPassword: textOf(form, 'newPassword') }
    const { token, message } = await call('POST /api/user/change-password', { body })
    signIn(token)
    // Empties the form.
    setRound(round + 1)
    toast.success(message, 'account')
  }, 'Error connecting to server. Please try again.')
  return (
    <form key={round} onSubmit={submit} className="flex flex-col gap-5">
      {/* So that password managers know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Old password" required>
          <PasswordInput name="oldPassword" autoComplete="current-password" required maxLength={256} />
        </Field>
        <Field label="New password" hint="At least 8 characters." required>
          <NewPasswordInput name="newPassword" required />
        </Field>
      </div>
      <FormProblem>{problem}</FormProblem>
      <Button type="submit" pending={pending} className="self-start">
        Change password
      </Button>
    </form>
  )
}
