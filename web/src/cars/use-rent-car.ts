import { useNavigate } from 'react-router'
import { openLogin } from '../accounts/login-prompt.ts'
import { useSession } from '../accounts/session.ts'
import { type CarState, links, type StaySearch } from '../links.ts'

/** Starts renting a car: to the booking wizard when signed in, else through the login popup first. */
export function useRentCar(): (carId: string, stay?: StaySearch) => void {
  const session = useSession()
  const navigate = useNavigate()
  return (carId, stay) => {
    const go = () => void navigate(links.book(stay), { state: { carId } satisfies CarState })
    if (session) go()
    else openLogin({ prompt: true, onSignedIn: go })
  }
}
