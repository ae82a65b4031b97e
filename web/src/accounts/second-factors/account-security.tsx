import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { knowsPasskeys } from '@twende/ui/accounts/passkey.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Added, NewApp } from './add-app-dialog.tsx'
import { FactorList } from './factor-list.tsx'

const AddAppDialog = lazyWithRetry(() => import('./add-app-dialog.tsx').then((module) => module.AddAppDialog))
const AddPasskeyDialog = lazyWithRetry(() =>
  import('./add-passkey-dialog.tsx').then((module) => module.AddPasskeyDialog),
)
const CodesDialog = lazyWithRetry(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
)

type AccountSecurityProps = { factors: SecondFactors | undefined; onReload: () => void }

/** The second factors of one's own account. Import it lazily. */
export function AccountSecurity({ factors, onReload }: AccountSecurityProps) {
  const [app, setApp] = useState<NewApp>()
  const [codes, setCodes] = useState<string[]>()
  const [open, setOpen] = useState<'app' | 'passkey' | 'codes'>()
  const close = () => setOpen(undefined)
  const added = ({ recoveryCodes, message }: Added) => {
    onReload()
    if (recoveryCodes) setCodes(recoveryCodes)
    else toast.success(message, 'account')
    setOpen(recoveryCodes ? 'codes' : undefined)
  }
  const addApp = () =>
    unlessRefused(async () => {
      setApp((await call('POST /api/user/second-factors/app', {})).data)
      setOpen('app')
    })
  const renewCodes = () =>
    unlessRefused(async () => added(await call('POST /api/user/second-factors/recovery-codes', {})))
  if (!factors) return <ErrorState message={m.common_unreachable()} onRetry={onReload} />
  return (
    <div className="flex min-h-24 flex-col gap-5">
      <FactorList factors={factors} onRemove={(remove) => unlessRefused(async () => added(await remove()))} />
      <FactorButtons
        factors={factors}
        onAddPasskey={() => setOpen('passkey')}
        onAddApp={() => void addApp()}
        onRenewCodes={() => void renewCodes()}
      />
      <WhenOpen open={open === 'app'}>
        {app && (
          <AddAppDialog key={app.challenge} app={app} open={open === 'app'} onAdded={added} onClose={close} />
        )}
      </WhenOpen>
      <WhenOpen open={open === 'passkey'}>
        <AddPasskeyDialog open={open === 'passkey'} onAdded={added} onClose={close} />
      </WhenOpen>
      <WhenOpen open={open === 'codes'}>
        <CodesDialog codes={codes ?? []} open={open === 'codes'} onClose={close} />
      </WhenOpen>
    </div>
  )
}

async function unlessRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast.error(error.message, 'account')
  }
}

type FactorButtonsProps = {
  factors: SecondFactors
  onAddPasskey: () => void
  onAddApp: () => void
  onRenewCodes: () => void
}

/** The ways to add a factor, and to new recovery codes. */
function FactorButtons({ factors, onAddPasskey, onAddApp, onRenewCodes }: FactorButtonsProps) {
  const { app, passkeys, recoveryCodesLeft } = factors
  const hasFactor = app !== null || passkeys.length > 0
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {knowsPasskeys() && (
          <Button
            variant="secondary"
            icon={<KeyRound aria-hidden="true" className="size-5" />}
            onClick={onAddPasskey}
          >
            {m.account_add_passkey()}
          </Button>
        )}
        {!app && (
          <Button
            variant="secondary"
            icon={<Smartphone aria-hidden="true" className="size-5" />}
            onClick={onAddApp}
          >
            {m.account_add_app()}
          </Button>
        )}
      </div>
      {hasFactor && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex-1 basis-56">{m.account_codes_left({ count: recoveryCodesLeft })}</p>
          <Button variant="secondary" size="sm" onClick={onRenewCodes}>
            {m.account_codes_new()}
          </Button>
        </div>
      )}
    </>
  )
}
