import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { signIn } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { FormProblem, PasswordInput } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { useState } from 'react'

/** Name and phone. */
export function AccountDetails({ profile }: { profile: Profile }) {
  const kept = profile.phone ? showPhone(profile.phone) : ''
  const [phone, setPhone] = useState(kept)
  const asksPassword = phone.trim() !== kept
  const { submit, pending, problem } = useSubmit(async (form) => {
    const name = textOf(form, 'name')
    const body = asksPassword ? { name, phone, password: textOf(form, 'password') } : { name }
    const { token, message } = await call('POST /api/user/update', { body })
    // The name in the menu is read from the token.
    signIn(token)
    toast.success(message, 'account')
  }, 'Error connecting to server. Please try again.')
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required>
          <Input name="name" autoComplete="name" required maxLength={80} defaultValue={profile.name} />
        </Field>
        <Field label="Phone" hint="A Kenyan mobile number, if you like.">
          <Input
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
        </Field>
        {asksPassword && (
          <Field label="Password" hint="To change your phone number." required>
            <PasswordInput name="password" autoComplete="current-password" required maxLength={256} />
          </Field>
        )}
      </div>
      <FormProblem>{problem}</FormProblem>
      <Button type="submit" pending={pending} className="self-start">
        Save
      </Button>
    </form>
  )
}
