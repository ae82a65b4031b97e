import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { ArrowLeft, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/payment-page'
import { type MoneySearch, moneyHref, readMoneySearch } from './money-search.ts'
import { PaymentReview } from './payment-review.tsx'

export async function clientLoader({ request, params: { paymentId } }: Route.ClientLoaderArgs) {
  const search: MoneySearch = readMoneySearch(new URL(request.url).searchParams)
  try {
    return {
      search,
      payment: (await call('GET /api/admin/payment/:paymentId', { params: { paymentId } })).data,
    }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid'))
      return { search, payment: null }
    throw error
  }
}

export const meta = () => pageTitle('Payment')

/** One payment, with everything that staff needs to decide on it. */
export default function PaymentPage({ loaderData: { search, payment } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-5xl">
      <Link to={moneyHref(search)} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
        <ArrowLeft aria-hidden="true" className="size-5" />
        Back to payments
      </Link>
      {payment ? (
        <PaymentReview key={payment._id} payment={payment} search={search} />
      ) : (
        <div className="panel">
          <EmptyState
            as="h1"
            icon={<SearchX />}
            title="Payment not found"
            action={<LinkButton to={links.payments()}>To the payments</LinkButton>}
          />
        </div>
      )}
    </div>
  )
}
