import { CallRefused } from '@twende/contract/http/call.ts'
import { ORDERS_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { openLogin } from '../accounts/login-prompt.ts'
import { currentSession, useSession } from '../accounts/session.ts'
import { call } from '../api.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/layout.tsx'
import { EmptyState, ErrorState } from '../ui/page-states.tsx'
import type { Route } from './+types/my-orders-page'
import { MyOrdersHeading, MyOrdersSkeleton } from './my-orders-skeleton.tsx'
import { MyOrdersView } from './my-orders-view.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (!currentSession()) return { state: 'signed out' as const }
  const page = readPage(new URL(request.url).searchParams.get('page'))
  try {
    const body = { page, limit: ORDERS_PAGE_SIZE }
    const { data, pagination } = await call('POST /api/order/userorders', { body })
    return { state: 'here' as const, orders: data, page, pages: pagination?.pages ?? 1 }
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    const message = error.code === 'unreachable' ? 'Failed to load orders' : 'Failed to fetch orders'
    return { state: 'refused' as const, message }
  }
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

export type LoadedOrders = Extract<Awaited<ReturnType<typeof clientLoader>>, { state: 'here' }>

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'My Orders',
    description: 'What you ordered from the Twende shop, and where it is.',
    path: links.myOrders,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <MyOrdersSkeleton />
    </Frame>
  )
}

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const token = useRef(session?.token)
  // Signing in, out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token.current === session?.token) return
    token.current = session?.token
    void revalidate()
  }, [session, revalidate])

  return (
    <Frame>{session ? <SignedIn {...loaderData} onRetry={() => void revalidate()} /> : <SignedOut />}</Frame>
  )
}

function SignedIn({
  onRetry,
  ...loaded
}: Awaited<ReturnType<typeof clientLoader>> & { onRetry: () => void }) {
  if (loaded.state === 'here') return <MyOrdersView {...loaded} onRefresh={onRetry} />
  if (loaded.state === 'signed out') return <MyOrdersSkeleton />
  return (
    <>
      <MyOrdersHeading />
      <ErrorState message={loaded.message} onRetry={onRetry} />
    </>
  )
}

function SignedOut() {
  return (
    <>
      <MyOrdersHeading />
      <EmptyState
        icon={<LogIn />}
        title="Please log in to view your orders"
        action={<Button onClick={() => openLogin()}>Log in</Button>}
      >
        Everything you have ordered is kept with your account.
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}
