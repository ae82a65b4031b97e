import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { m } from '@twende/messages'
import { CodeField } from '@twende/ui/accounts/secret-fields.tsx'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { encode } from 'uqr'

export type NewApp = { challenge: string; secret: string; address: string }
export type Added = { data: SecondFactors; recoveryCodes?: string[] | undefined; message: string }

type AddAppDialogProps = {
  app: NewApp
  open: boolean
  onAdded: (added: Added) => void
  onClose: () => void
}

const ROUTE = 'POST /api/user/second-factors/app/confirm'

const loadSchema = () =>
  import('@twende/contract/accounts/second-factor-routes.ts').then(
    ({ secondFactorRoutes }) => secondFactorRoutes[ROUTE].body,
  )

/** Shows the secret to the person's authenticator app, and takes a code of it back. Import it lazily. */
export function AddAppDialog({ app, open, onAdded, onClose }: AddAppDialogProps) {
  const form = useAppForm({
    defaultValues: { code: '' },
    bodyOf: ({ code }) => ({ challenge: app.challenge, code }),
    schema: loadSchema,
    refusedAt: { wrong_second_factor: 'code' },
    onSubmit: async (body) => onAdded(await call(ROUTE, { body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.account_add_app()}
      explains={m.account_add_app_text()}
      yes={m.account_add_app_button()}
      // The recovery codes may come next.
      onDone={() => {}}
      onClose={onClose}
    >
      <p>{m.account_add_app_scan()}</p>
      <QrCode text={app.address} />
      <p translate="no" className="figures rounded-md bg-sand px-3 py-2 text-center select-all">
        {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <LinkButton variant="secondary" href={app.address} className="sm:hidden">
        {m.account_add_app_open()}
      </LinkButton>
      <CodeField form={form} name="code" hint={m.login_app_code_hint()} />
    </FormDialog>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={m.account_add_app_qr()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 bg-white"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
