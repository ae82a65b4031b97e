import { useNavigate } from 'react-router'
import { whenSignedIn } from '../accounts/when-signed-in.ts'
import { type CarState, links } from '../links.ts'

/** Goes on to buy a car: to the purchase page when signed in, else through the login popup first. */
export function useBuyCar(): (carId: string) => void {
  const navigate = useNavigate()
  return (carId) => whenSignedIn(() => void navigate(links.purchase, { state: { carId } satisfies CarState }))
}
