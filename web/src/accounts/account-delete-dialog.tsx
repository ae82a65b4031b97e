import { DELETE_WORD } from '@twende/contract/notifications/notification-preferences.ts'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { FormProblem, PasswordInput } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

type DeleteDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The last word before an account goes. */
export function AccountDeleteDialog({ open, onOpenChange }: DeleteDialogProps) {
  const navigate = useNavigate()
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { password: textOf(form, 'password'), confirmation: textOf(form, 'confirmation') }
    const { message } = await call('POST /api/user/delete', { body })
    forgetToken()
    void navigate(links.home)
    alertPerson(message, 'success')
  }, 'Error connecting to server. Please try again.')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Delete my account"
      description="This cannot be undone."
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Your cars for sale go, with their pictures and any time you have paid for.</li>
          <li>Your name, phone, licence and address go from your rentals and orders.</li>
          <li>What was paid stays on record without your name, as the tax law asks.</li>
        </ul>
        <FormProblem>{problem}</FormProblem>
        <Field label="Password" required>
          <PasswordInput name="password" autoComplete="current-password" required maxLength={256} />
        </Field>
        <Field label={`Type ${DELETE_WORD} to confirm`} required>
          <Input
            name="confirmation"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            pattern={`\\s*${DELETE_WORD}\\s*`}
            title={DELETE_WORD}
          />
        </Field>
        <Button type="submit" variant="danger" wide pending={pending}>
          Delete my account
        </Button>
      </form>
    </Dialog>
  )
}
