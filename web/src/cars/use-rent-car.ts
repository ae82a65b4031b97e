import { useNavigate } from 'react-router'
import { whenSignedIn } from '../accounts/when-signed-in.ts'
import { type CarState, links, type StaySearch } from '../links.ts'

/** Starts renting a car: to the booking wizard when signed in, else through the login popup first. */
export function useRentCar(): (carId: string, stay?: StaySearch) => void {
  const navigate = useNavigate()
  return (carId, stay) =>
    whenSignedIn(() => void navigate(links.book(stay), { state: { carId } satisfies CarState }))
}
