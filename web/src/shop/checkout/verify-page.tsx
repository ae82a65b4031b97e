import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/verify-page'

export { ownPage as handle, ownPageLinks as links }

/** A payment may be on its way for a moment after its page said so. */
const TRIES = 6

const PAUSE_MS = 2000

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.checkout_verify_meta_title(),
    description: m.checkout_verify_description(),
    path: links.verify(),
    hidden: true,
    matches,
  })

/** Where paying ends: to My Orders when our books say that it is paid, otherwise home. */
export default function VerifyPage() {
  const [search] = useSearchParams()
  const result = usePaymentCheck({
    success: search.get('success') ?? '',
    orderId: search.get('orderId') ?? '',
  })
  const navigate = useNavigate()
  useEffect(() => {
    if (result === 'paid') void navigate(links.myOrders, { replace: true })
    if (result === 'not paid') void navigate(links.home, { replace: true })
  }, [result, navigate])
  return (
    <Container className="py-12">
      <h1 className="sr-only">{m.checkout_verify_title()}</h1>
      <Spinner label={m.checkout_verify_title()} />
    </Container>
  )
}

type PaymentCheck = 'asking' | 'paid' | 'not paid'

type Asked = { success: string; orderId: string }

/** Whether an order is paid, by the server's books; whoever says `success` is believed no more than to ask again. */
function usePaymentCheck({ success, orderId }: Asked): PaymentCheck {
  const [result, setResult] = useState<PaymentCheck>('asking')
  useEffect(() => {
    let wanted = true
    void checkPayment({ success, orderId }, () => wanted).then((found) => {
      if (wanted) setResult(found)
    })
    return () => {
      wanted = false
    }
  }, [success, orderId])
  return result
}

async function checkPayment({ success, orderId }: Asked, wanted: () => boolean): Promise<PaymentCheck> {
  for (let tries = 1; wanted(); tries++) {
    try {
      const answer = await call('POST /api/order/verify', { body: { success, orderId } })
      if (answer.success) return 'paid'
      if (!answer.pending || success !== 'true' || tries === TRIES) return 'not paid'
    } catch {
      // Without a connection too: the orders say what was paid (specification, section 4).
      return 'not paid'
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return 'asking'
}
