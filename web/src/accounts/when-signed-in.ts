import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'

/** Does what needs an account: at once when signed in, else after the login popup. */
export function whenSignedIn(go: () => void) {
  // Read at the tap: components show the visitor's view for a moment after the page has loaded.
  if (currentSession()) go()
  else openLogin({ onSignedIn: go })
}
