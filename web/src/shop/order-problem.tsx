import { FieldError } from '@twende/ui/controls/field.tsx'
import { Link } from 'react-router'
import { links } from '../links.ts'
import type { PlaceProblem } from './use-place-order.ts'

/** Why an order could not be placed, beneath the button that was tapped. */
export function OrderProblem({ problem }: { problem: PlaceProblem | undefined }) {
  return (
    <div role="alert">
      {problem && (
        <FieldError>
          <span>
            {problem.reason}
            {(problem.code === 'too_many_orders' || problem.code === 'too_much_held') && (
              <>
                {' '}
                <Link to={links.myOrders} className="underline underline-offset-4">
                  My Orders
                </Link>
              </>
            )}
          </span>
        </FieldError>
      )}
    </div>
  )
}
