import { CallRefused } from '@twende/contract/http/call.ts'
import { useState } from 'react'
import { call } from '../api.ts'
import { ask } from '../ui/ask.ts'
import { Button } from '../ui/button.tsx'
import { alertPerson, toast } from '../ui/toast.ts'
import { useSignOut } from './session.ts'

/** Ends every session, this one too. */
export function AccountSessions() {
  const signOut = useSignOut()
  const [pending, setPending] = useState(false)
  const leave = async () => {
    if (!(await ask({ sentence: 'Log out everywhere?', more: 'On this device too.', yes: 'Log out' }))) return
    setPending(true)
    try {
      const { message } = await call('POST /api/user/logout-everywhere', {})
      signOut()
      alertPerson(message, 'success')
    } catch (error) {
      setPending(false)
      toast.error(error instanceof CallRefused ? error.message : 'Error connecting to server')
    }
  }
  return (
    <Button variant="secondary" pending={pending} onClick={() => void leave()}>
      Log out everywhere
    </Button>
  )
}
