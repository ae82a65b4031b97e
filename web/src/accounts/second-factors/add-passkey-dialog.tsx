import { m } from '@twende/messages'
import { makePasskey } from '@twende/ui/accounts/passkey.ts'
import { call } from '@twende/ui/api/call.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { KeyRound } from 'lucide-react'
import type { Added } from './add-app-dialog.tsx'

type AddPasskeyDialogProps = { open: boolean; onAdded: (added: Added) => void; onClose: () => void }

/** Names a passkey, and has the device make it. Import it lazily. */
export function AddPasskeyDialog({ open, onAdded, onClose }: AddPasskeyDialogProps) {
  const form = useAppForm({
    defaultValues: { name: m.account_passkey_name() },
    check: ({ name }) => ({ name: name.trim() === '' ? m.validation_passkey_name() : undefined }),
    onSubmit: async ({ name }) => {
      const { challenge, passkey: creation } = (await call('POST /api/user/second-factors/passkey', {})).data
      const passkey = await makePasskey(creation)
      if (!passkey) return m.account_passkey_failed()
      const body = { challenge, name, passkey }
      onAdded(await call('POST /api/user/second-factors/passkey/confirm', { body }))
      return undefined
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.account_add_passkey()}
      explains={m.account_add_passkey_text()}
      yes={m.account_add_passkey_button()}
      icon={<KeyRound aria-hidden="true" className="size-5" />}
      // The recovery codes may come next.
      onDone={() => {}}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={m.common_name()}
        hint={m.account_passkey_name_hint()}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}
