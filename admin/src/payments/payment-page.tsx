import { ApiError } from '@twende/contract/http/call.ts'
import { ArrowLeft, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '@twende/ui/api/call.ts'
import { pageMeta } from '@twende/web/frame/page-meta.ts'
import { links } from '@twende/web/links.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
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

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Payment: console',
    description: 'One payment, and what became of it.',
    path: links.adminPage('payments'),
    hidden: true,
    matches,
  })

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
            action={<LinkButton to={links.adminPage('payments')}>To the payments</LinkButton>}
          />
        </div>
      )}
    </div>
  )
}
