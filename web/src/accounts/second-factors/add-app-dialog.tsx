import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { CodeField } from '@twende/ui/accounts/proof-form.tsx'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { encode } from 'uqr'

export type NewApp = { challenge: string; secret: string; address: string }
export type Added = { data: SecondFactors; recoveryCodes?: string[] | undefined; message: string }

type AddAppDialogProps = {
  app: NewApp
  open: boolean
  onAdded: (added: Added) => void
  onClose: () => void
}

/** Shows the secret to the person's authenticator app, and takes a code of it back. Import it lazily. */
export function AddAppDialog({ app, open, onAdded, onClose }: AddAppDialogProps) {
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { challenge: app.challenge, code: textOf(form, 'code') }
    onAdded(await call('POST /api/user/second-factors/app/confirm', { body }))
  }, 'Error connecting to server. Please try again.')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add an authenticator app"
      description="Such as Google Authenticator, Microsoft Authenticator or Aegis."
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="add-app" pending={pending}>
            Add app
          </Button>
        </>
      }
    >
      <form id="add-app" onSubmit={submit} className="flex flex-col gap-5">
        <p>Scan this with the app, or type the key into it.</p>
        <QrCode text={app.address} />
        <p className="figures rounded-md bg-sand px-3 py-2 text-center break-words select-all">
          {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
        <LinkButton variant="secondary" href={app.address} className="sm:hidden">
          Open the app on this phone
        </LinkButton>
        <FormProblem>{problem}</FormProblem>
        <CodeField hint="The six digits that the app shows now." />
      </form>
    </Dialog>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 bg-white"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
