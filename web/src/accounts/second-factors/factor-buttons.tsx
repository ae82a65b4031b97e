import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { knowsPasskeys } from '@twende/ui/accounts/passkey.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { KeyRound, Smartphone } from 'lucide-react'

type FactorButtonsProps = {
  factors: SecondFactors
  onAddPasskey: () => void
  onAddApp: () => void
  onRenewCodes: () => void
}

/** The ways to add a factor, and to new recovery codes. */
export function FactorButtons({ factors, onAddPasskey, onAddApp, onRenewCodes }: FactorButtonsProps) {
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
            Add a passkey
          </Button>
        )}
        {!app && (
          <Button
            variant="secondary"
            icon={<Smartphone aria-hidden="true" className="size-5" />}
            onClick={onAddApp}
          >
            Add an authenticator app
          </Button>
        )}
      </div>
      {hasFactor && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex-1 basis-56">
            {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left,
            for when you lose your device.
          </p>
          <Button variant="secondary" size="sm" onClick={onRenewCodes}>
            New recovery codes
          </Button>
        </div>
      )}
    </>
  )
}
