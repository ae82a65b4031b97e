import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Menu, ShoppingCart } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { links } from '../links.ts'
import { SellCarButton } from '../listings/buy/sell-car-button.tsx'
import { mainLinks, useSignOut } from './menu-links.ts'

const CartCount = lazyWithRetry(() =>
  import('../shop/cart/cart-count.tsx').then((module) => module.CartCount),
)

const PATIENCE_MS = 800

const bringMenu = () => import('./menu-sheet.tsx')
const MenuSheet = lazyWithRetry(() => bringMenu().then((module) => module.MenuSheet))

/** The bar at the top of every page; on phones it leaves a gap for the `chat`. */
export function Navigation({ chat }: { chat: boolean }) {
  const session = useSession()
  const signOut = useSignOut()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper no-print">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-4 sm:gap-3 sm:px-6 lg:h-18 lg:gap-6 lg:px-8">
        <Link to={links.home} aria-label={m.nav_logo()} className="shrink-0 rounded-sm py-2">
          {/* The narrowest screens show the mark without the word. */}
          <Logo className="h-5 w-auto max-[359px]:w-5 sm:h-7 lg:h-8" />
        </Link>
        <nav aria-label={m.nav_main()} className="hidden flex-1 md:block">
          <ul className="flex items-center lg:gap-1">
            {mainLinks(session).map((link) => (
              <li key={link.to} className={link.members ? 'hidden lg:block' : undefined}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <SellCarButton variant="secondary" size="sm" className="whitespace-nowrap max-sm:px-2.5" />
          <span className="hidden w-24 sm:block">
            {session ? (
              <Button variant="quiet" size="sm" wide onClick={signOut}>
                {m.nav_log_out()}
              </Button>
            ) : (
              <Button size="sm" wide onClick={() => openLogin()}>
                {m.nav_sign_in()}
              </Button>
            )}
          </span>
          {chat && <span className="w-11 sm:hidden" />}
          <CartLink />
          <IconButton
            label={m.nav_menu()}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onPointerEnter={() => navigator.onLine && bringMenu().catch(() => {})}
            onClick={() => setMenuOpen(true)}
          >
            <Menu aria-hidden="true" className="size-6" />
          </IconButton>
        </div>
      </div>
      <WhenOpen open={menuOpen}>
        <MenuSheet open={menuOpen} onOpenChange={setMenuOpen} />
      </WhenOpen>
    </header>
  )
}

function BarLink({ to, label, end = false }: { to: string; label: string; end?: boolean }) {
  return (
    <NavLink
      to={to}
      end={end}
      className={({ isActive }) =>
        classes(
          'relative flex min-h-11 items-center rounded-sm px-3 font-medium whitespace-nowrap hover:text-acacia',
          isActive &&
            'font-semibold after:absolute after:inset-x-3 after:bottom-0.5 after:h-0.75 after:rounded-full after:bg-sunrise',
        )
      }
    >
      {label}
    </NavLink>
  )
}

/** The way to the cart; how much is in it is found out once the page is at rest. */
function CartLink() {
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
      <span className="sr-only">{m.cart_link()}</span>
      {awake && (
        <Suspense fallback={null}>
          <CartCount />
        </Suspense>
      )}
    </Link>
  )
}
