import { makePasskey } from '@twende/ui/accounts/passkey.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { KeyRound } from 'lucide-react'
import type { Added } from './add-app-dialog.tsx'

type AddPasskeyDialogProps = { open: boolean; onAdded: (added: Added) => void; onClose: () => void }

/** Names a passkey, and has the device make it. Import it lazily. */
export function AddPasskeyDialog({ open, onAdded, onClose }: AddPasskeyDialogProps) {
  const { submit, pending, problem, setProblem } = useSubmit(async (form) => {
    const { challenge, passkey: creation } = (await call('POST /api/user/second-factors/passkey', {})).data
    const passkey = await makePasskey(creation)
    if (!passkey) return setProblem('No passkey was made. This device may have one for Twende already.')
    const body = { challenge, name: textOf(form, 'name'), passkey }
    onAdded(await call('POST /api/user/second-factors/passkey/confirm', { body }))
  }, 'Error connecting to server. Please try again.')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add a passkey"
      description="Your fingerprint, your face or the PIN of your device, or a security key."
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="add-passkey"
            pending={pending}
            icon={<KeyRound aria-hidden="true" className="size-5" />}
          >
            Make passkey
          </Button>
        </>
      }
    >
      <form id="add-passkey" onSubmit={submit} className="flex flex-col gap-4">
        <FormProblem>{problem}</FormProblem>
        <Field label="Name" hint="So that you know later which device it is on." required>
          <Input name="name" defaultValue="My device" autoComplete="off" required maxLength={40} />
        </Field>
      </form>
    </Dialog>
  )
}
