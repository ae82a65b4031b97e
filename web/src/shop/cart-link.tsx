import { later } from '@twende/ui/loading/later.ts'
import { ShoppingCart } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'

const CartCount = later(() => import('./cart-count.tsx').then((m) => m.CartCount))

const PATIENCE_MS = 800

/** The way to the cart; how much is in it is found out once the page is at rest. */
export function CartLink() {
  const [awake, setAwake] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAwake(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Link
      to={links.cart}
      className="relative grid size-11 shrink-0 place-items-center rounded-md transition-colors duration-150 hover:bg-sand"
    >
      <ShoppingCart aria-hidden="true" className="size-6" />
      <span className="sr-only">Cart</span>
      {awake && (
        <Suspense fallback={null}>
          <CartCount />
        </Suspense>
      )}
    </Link>
  )
}
