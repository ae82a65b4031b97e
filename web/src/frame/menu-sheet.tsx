import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sheet } from '@twende/ui/controls/dialog.tsx'
import { NavLink } from 'react-router'
import { useSignOut } from '../accounts/use-sign-out.ts'
import { SellCarButton } from '../listings/sell-car-button.tsx'
import { accountLinks, type MenuLink, mainLinks, moreLinks } from './menu-links.ts'

type MenuSheetProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The hamburger's menu: every link of the bar, the rest of the site, and signing in or out. */
export function MenuSheet({ open, onOpenChange }: MenuSheetProps) {
  const session = useSession()
  const signOut = useSignOut()
  const close = () => onOpenChange(false)
  const leave = (then: () => void) => () => {
    close()
    then()
  }
  const name = session?.owner?.name
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={name ? `Hello, ${name.split(' ')[0]}` : 'Menu'}
      footer={
        <div className="grid w-full grid-cols-2 gap-3">
          <SellCarButton variant="secondary" wide onDone={close} />
          {session ? (
            <Button variant="quiet" wide onClick={leave(signOut)}>
              Logout
            </Button>
          ) : (
            <Button wide onClick={leave(() => openLogin())}>
              Sign In
            </Button>
          )}
        </div>
      }
    >
      <nav aria-label="Menu" className="-mt-2">
        <ul>
          {mainLinks(session).map((link) => (
            <MenuRow key={link.to} link={link} onFollow={close} large />
          ))}
        </ul>
        <ul className="mt-4 grid grid-cols-2 gap-x-4 border-t border-line pt-4">
          {[...accountLinks(session), ...moreLinks].map((link) => (
            <MenuRow key={link.to} link={link} onFollow={close} />
          ))}
        </ul>
      </nav>
    </Sheet>
  )
}

function MenuRow({ link, onFollow, large }: { link: MenuLink; onFollow: () => void; large?: boolean }) {
  const size = large ? 'font-display text-2xl font-bold tracking-tight min-h-13' : 'min-h-11 font-medium'
  return (
    <li>
      <NavLink
        to={link.to}
        end={link.end ?? false}
        reloadDocument={link.otherApp ?? false}
        onClick={onFollow}
        className={({ isActive }) =>
          `flex items-center rounded-sm hover:text-acacia ${size} ${isActive ? 'text-acacia' : ''}`
        }
      >
        {link.label}
      </NavLink>
    </li>
  )
}
