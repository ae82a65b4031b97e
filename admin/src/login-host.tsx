import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'

const LoginPopup = later(() => import('@twende/ui/accounts/login-popup.tsx').then((m) => m.LoginPopup))

/** Where the login popup appears. Nobody signs up here. */
export function LoginHost() {
  const open = useLoginRequest() !== null
  return (
    <WhenOpen open={open}>
      <LoginPopup />
    </WhenOpen>
  )
}
