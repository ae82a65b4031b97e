import { useNavigate } from 'react-router'
import { openLogin } from '../accounts/login-prompt.ts'
import { currentSession } from '../accounts/session.ts'
import { type CarState, links, type StaySearch } from '../links.ts'

/** Starts renting a car: to the booking wizard when signed in, else through the login popup first. */
export function useRentCar(): (carId: string, stay?: StaySearch) => void {
  const navigate = useNavigate()
  return (carId, stay) => {
    const go = () => void navigate(links.book(stay), { state: { carId } satisfies CarState })
    // Read at the tap: components show the visitor's view for a moment after the page has loaded.
    if (currentSession()) go()
    else openLogin({ prompt: true, onSignedIn: go })
  }
}
