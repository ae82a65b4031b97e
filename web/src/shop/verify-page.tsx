import { Container } from '@twende/ui/controls/layout.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/verify-page'
import { useVerdict } from './use-verdict.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Checking Your Payment',
    description: 'We look whether your payment has arrived.',
    path: links.verify(),
    hidden: true,
    matches,
  })

/** Where paying ends: to My Orders when our books say that it is paid, otherwise home. */
export default function VerifyPage() {
  const [search] = useSearchParams()
  const { verdict, retry } = useVerdict({
    success: search.get('success') ?? '',
    orderId: search.get('orderId') ?? '',
  })
  const navigate = useNavigate()
  useEffect(() => {
    if (verdict === 'paid') void navigate(links.myOrders, { replace: true })
    if (verdict === 'not paid') void navigate(links.home, { replace: true })
  }, [verdict, navigate])
  return (
    <Container className="py-12">
      <h1 className="sr-only">Checking your payment</h1>
      {verdict === 'unreachable' ? (
        <ErrorState message="Error connecting to server" onRetry={retry} />
      ) : (
        <Spinner label="Checking your payment" />
      )}
    </Container>
  )
}
