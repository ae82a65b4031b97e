import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sheet } from '@twende/ui/controls/dialog.tsx'
import { NavLink } from 'react-router'
import { SellCarButton } from '../listings/buy/sell-car-button.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { accountLinks, type MenuLink, mainLinks, moreLinks, useSignOut } from './menu-links.ts'

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
      title={name ? m.nav_hello({ name: name.split(' ')[0] ?? '' }) : m.nav_menu()}
      footer={
        <div className="grid w-full grid-cols-2 gap-3">
          <SellCarButton variant="secondary" wide onDone={close} />
          {session ? (
            <Button variant="quiet" wide onClick={leave(signOut)}>
              {m.nav_log_out()}
            </Button>
          ) : (
            <Button wide onClick={leave(() => openLogin())}>
              {m.nav_sign_in()}
            </Button>
          )}
        </div>
      }
    >
      <nav aria-label={m.nav_menu()} className="-mt-2">
        <ul>
          {mainLinks(session).map((link) => (
            <MenuRow key={link.to} link={link} onFollow={close} large />
          ))}
        </ul>
        <ul className="mt-4 grid grid-cols-2 gap-x-4 border-t border-line pt-4">
          {[...accountLinks(session), ...moreLinks()].map((link) => (
            <MenuRow key={link.to} link={link} onFollow={close} />
          ))}
        </ul>
      </nav>
      <div className="mt-4 border-t border-line pt-4">
        <LanguageSwitch linkLook="aria-[current]:text-acacia" />
      </div>
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
