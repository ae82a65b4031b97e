import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Added, NewApp } from './add-app-dialog.tsx'
import { FactorButtons } from './factor-buttons.tsx'
import { FactorList } from './factor-list.tsx'

const AddAppDialog = later(() => import('./add-app-dialog.tsx').then((module) => module.AddAppDialog))
const AddPasskeyDialog = later(() => import('./add-passkey-dialog.tsx').then((m) => m.AddPasskeyDialog))
const CodesDialog = later(() => import('./recovery-codes-dialog.tsx').then((m) => m.RecoveryCodesDialog))

/** The second factors of one's own account. Import it lazily. */
export function AccountSecurity() {
  const { factors, failed, load, show } = useFactors()
  const [app, setApp] = useState<NewApp>()
  const [codes, setCodes] = useState<string[]>()
  const [open, setOpen] = useState<'app' | 'passkey' | 'codes'>()
  const close = () => setOpen(undefined)
  const added = ({ data, recoveryCodes, message }: Added) => {
    show(data)
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
  if (failed) return <ErrorState message={failed} onRetry={() => void load()} />
  if (!factors) return <p aria-busy="true" className="min-h-24" />
  return (
    <div className="flex flex-col gap-5">
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

function useFactors() {
  const [factors, show] = useState<SecondFactors>()
  const [failed, setFailed] = useState('')
  const load = useCallback(async () => {
    try {
      setFailed('')
      show((await call('GET /api/user/second-factors', {})).data)
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : 'Error connecting to server')
    }
  }, [])
  useEffect(() => void load(), [load])
  return { factors, failed, load, show }
}

async function unlessRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast.error(error.message, 'account')
  }
}
