import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/cart-page'
import { cartLines } from './cart-lines.ts'
import { CartSkeleton } from './cart-skeleton.tsx'
import { useCart } from './cart-state.ts'
import { CartView } from './cart-view.tsx'

export async function clientLoader() {
  try {
    const { data } = await call('GET /api/food/list', {})
    return { products: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { products: undefined }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Your Cart',
    description: 'What you are about to order from the Twende shop.',
    path: links.cart,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <CartSkeleton />
    </Frame>
  )
}

export default function CartPage({ loaderData: { products } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { cart, ready, failed, reload } = useCart()
  if (!products || (failed && !ready)) {
    const retry = () => {
      reload()
      void revalidate()
    }
    return (
      <Frame>
        <ErrorState message="Error connecting to server" onRetry={retry} />
      </Frame>
    )
  }
  const lines = cartLines(cart, products)
  const unsold = Object.keys(cart).length - lines.length
  return (
    <Frame>
      {!ready && <CartSkeleton />}
      {ready && lines.length === 0 && <EmptyCart />}
      {ready && lines.length > 0 && <CartView lines={lines} unsold={unsold} />}
    </Frame>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your cart is empty"
      action={
        <>
          <LinkButton to={links.shop()}>Look around the shop</LinkButton>
          <LinkButton variant="secondary" to={links.myOrders}>
            My Orders
          </LinkButton>
        </>
      }
    >
      Laptops, phones and gear for the car: what you add waits here until you order it.
    </EmptyState>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      <h1 className="title mb-5 md:mb-8">Your Cart</h1>
      {children}
    </Container>
  )
}
