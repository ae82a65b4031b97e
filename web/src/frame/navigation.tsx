import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { anotherChance, later } from '@twende/ui/loading/later.ts'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { links } from '../links.ts'
import { SellCarButton } from '../listings/sell-car-button.tsx'
import { CartLink } from '../shop/cart-link.tsx'
import { mainLinks } from './menu-links.ts'

const bringMenu = () => import('./menu-sheet.tsx')
const MenuSheet = later(() =>
  anotherChance()
    .then(bringMenu)
    .then((m) => m.MenuSheet),
)

/** The bar at the top of every page. */
export function Navigation() {
  const session = useSession()
  const signOut = useSignOut()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper no-print">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-3 px-4 sm:px-6 lg:h-18 lg:gap-6 lg:px-8">
        <Link to={links.home} aria-label="Twende, home" className="shrink-0 rounded-sm py-2">
          <Logo className="h-6 w-auto sm:h-7 lg:h-8" />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 md:block">
          <ul className="flex items-center lg:gap-1">
            {mainLinks(session).map((link) => (
              <li key={link.to} className={link.label.startsWith('My') ? 'hidden lg:block' : undefined}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <SellCarButton variant="secondary" size="sm" className="whitespace-nowrap" />
          <span className="hidden w-24 sm:block">
            {session ? (
              <Button variant="quiet" size="sm" wide onClick={signOut}>
                Logout
              </Button>
            ) : (
              <Button size="sm" wide onClick={() => openLogin()}>
                Sign In
              </Button>
            )}
          </span>
          <CartLink />
          <IconButton
            label="Menu"
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
