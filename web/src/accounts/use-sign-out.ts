import { signOut } from '@twende/ui/accounts/session.ts'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** Logout: ends the session and goes to the home page. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    signOut()
    void navigate(links.home)
  }
}
