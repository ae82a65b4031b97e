import { ApiError } from '@twende/contract/http/call.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { DeliveryAddress } from '@twende/contract/shop/delivery-address.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import { type CartLine, cartLines } from '../cart/cart-lines.ts'
import { useCart } from '../cart/cart-state.ts'
import type { Route } from './+types/place-order-page'
import { CartSkeleton } from './order-parts.tsx'
import { noAddress, savedAddress } from './place-order-address.ts'
import { usePlaceOrder } from './use-place-order.ts'

export { ownPage as handle, ownPageLinks as links }

const PlaceOrderForm = lazyWithRetry(() =>
  import('./place-order-form.tsx').then((module) => module.PlaceOrderForm),
)
const PayOrder = lazyWithRetry(() => import('./pay-order.tsx').then((module) => module.PayOrder))

/** With an order in the address this is the page to pay for it on: where `session_url` leads. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const orderId = new URL(request.url).searchParams.get('orderId')
  if (orderId) return { show: 'order' as const, orderId }
  const session = currentSession()
  if (!session) return { show: 'login' as const }
  try {
    const owner = session.owner?.id ?? ''
    const [{ data: products }, address] = await Promise.all([
      call('GET /api/food/list', {}),
      firstAddress(owner),
    ])
    return { show: 'form' as const, products, owner, address }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'not_signed_in'
      ? { show: 'login' as const }
      : { show: 'failure' as const, message: error.message }
  }
}

/** What was typed in this tab, else where the last order went, else what the account knows. */
async function firstAddress(owner: string): Promise<DeliveryAddress> {
  const saved = savedAddress(owner)
  if (saved) return saved
  const { data: orders } = await call('POST /api/order/userorders', { body: { page: 1, limit: 5 } })
  const last = orders.find(({ address }) => address !== null)?.address
  if (last) return { ...last, phone: showPhone(last.phone) }
  const { data } = await call('GET /api/user/me', {})
  const [firstName = '', ...others] = data.name.split(' ')
  return {
    ...noAddress,
    firstName,
    lastName: others.join(' '),
    email: data.email,
    phone: showPhone(data.phone ?? ''),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.checkout_title(),
    description: m.checkout_description(),
    path: links.placeOrder,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame title={m.checkout_title()}>
      <CartSkeleton />
    </Frame>
  )
}

export default function PlaceOrderPage({ loaderData: loaded }: Route.ComponentProps) {
  if (loaded.show === 'order') {
    return (
      <Frame title={m.checkout_pay_title()}>
        <Suspense fallback={<CartSkeleton />}>
          <PayOrder key={loaded.orderId} orderId={loaded.orderId} />
        </Suspense>
      </Frame>
    )
  }
  return (
    <Frame title={m.checkout_title()}>
      {loaded.show === 'login' && <LoginFirst />}
      {loaded.show === 'failure' && <LoadFailure message={loaded.message} />}
      {loaded.show === 'form' && <Form {...loaded} />}
    </Frame>
  )
}

type FormProps = Extract<Awaited<ReturnType<typeof clientLoader>>, { show: 'form' }>

function Form({ products, owner, address }: FormProps) {
  const signedIn = useSession() !== null
  const { cart, ready, failed } = useCart()
  const order = usePlaceOrder()
  const lines: CartLine[] = cartLines(cart, products)
  const navigate = useNavigate()
  const empty = ready && lines.length === 0 && !order.placed
  useEffect(() => {
    if (empty) void navigate(links.cart, { replace: true })
  }, [empty, navigate])
  if (!signedIn && ready && !order.placed) return <LoginFirst />
  if (failed && !ready) return <LoadFailure message={m.common_unreachable()} />
  if (lines.length === 0) return <CartSkeleton />
  return (
    <Suspense fallback={<CartSkeleton />}>
      <PlaceOrderForm owner={owner} first={address} lines={lines} order={order} />
    </Suspense>
  )
}

/** An order needs an account: the prompt, with the cart behind it. */
function LoginFirst() {
  const navigate = useNavigate()
  useEffect(() => {
    openLogin({ prompt: true, onSignedIn: () => void navigate(links.placeOrder) })
    void navigate(links.cart, { replace: true })
  }, [navigate])
  return <CartSkeleton />
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      <h1 className="title mb-5 md:mb-8">{title}</h1>
      {children}
    </Container>
  )
}
