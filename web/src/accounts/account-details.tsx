import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import { normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { signIn } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form, PasswordField, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

/** Name and phone. */
export function AccountDetails({ profile }: { profile: Profile }) {
  const saved = profile.phone ? showPhone(profile.phone) : ''
  const isOther = (phone: string) => phone.trim() !== saved
  const form = useAppForm({
    defaultValues: { name: profile.name, phone: saved, password: '' },
    // Another phone needs the password.
    bodyOf: ({ name, phone, password }) => (isOther(phone) ? { name, phone, password } : { name }),
    check: ({ name, phone, password }) => ({
      name: name.trim() ? undefined : m.validation_name_of_person(),
      phone: phone.trim() && !normaliseKenyanPhone(phone) ? m.validation_kenyan_phone() : undefined,
      password: isOther(phone) && !password ? m.validation_password_missing() : undefined,
    }),
    refusedAt: { password_needed: 'password', wrong_password: 'password' },
    onSubmit: async (body) => {
      const { token, message } = await call('POST /api/user/update', { body })
      // The name in the menu is read from the token.
      signIn(token)
      toast.success(message, 'account')
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="name" label={m.common_name()} required autoComplete="name" />
        <TextField
          form={form}
          name="phone"
          label={m.common_phone()}
          hint={m.account_phone_hint()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        {isOther(form.watch('phone')) && (
          <PasswordField
            form={form}
            name="password"
            label={m.common_password()}
            hint={m.account_phone_password_hint()}
            required
            autoComplete="current-password"
          />
        )}
      </div>
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" pending={form.pending} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}
