import { m } from '@twende/messages'
import { localeName, rememberLocale } from '@twende/messages/chosen-locale.ts'
import { getLocale, type Locale, locales } from '@twende/messages/runtime'
import { signOut } from '@twende/ui/accounts/session.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { ExternalLink, LogOut } from 'lucide-react'
import { Link, NavLink, useLocation } from 'react-router'
import { links, section, siteLinks } from '../links.ts'
import { useCurrentInSight } from '../list/list-tabs.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { mayOpen, sectionGroups } from '../sections.ts'
import type { Worker } from './rights.tsx'

/** Large enough for a finger; closer together where there is a mouse, so that the whole menu is in sight at a height of 800 pixels. */
const menuLink =
  'flex min-h-11 items-center gap-3 rounded-md px-3 font-medium lg:pointer-fine:min-h-7 [@media(min-height:56rem)]:lg:pointer-fine:min-h-8'

const footerLink =
  'flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-medium hover:bg-sand lg:pointer-fine:min-h-8'

/** The navigation at the side of large screens. */
export function SideNavigation({ person, onSearch }: { person: Worker; onSearch: () => void }) {
  const bar = useCurrentInSight<HTMLElement>(useLocation().pathname)
  return (
    <header className="sticky top-0 hidden h-[calc(100dvh-var(--note-height,0px))] flex-col border-r border-line bg-card px-3 py-3 lg:flex no-print">
      <div className="mb-2 flex items-center gap-2 px-3">
        <Link to={links.today} aria-label={m.admin_menu_home_label()} className="rounded-sm py-1.5">
          <Logo className="h-6 w-auto" />
        </Link>
        <p className="border-l border-line pl-2 text-xs font-semibold whitespace-nowrap text-soft">
          {m.admin_menu_label()}
        </p>
      </div>
      <SearchButton onSearch={onSearch} />
      <nav ref={bar} aria-label={m.admin_menu_label()} className="min-h-0 flex-1 overflow-y-auto">
        <SectionLinks person={person} />
      </nav>
      <PersonAtWork person={person} />
    </header>
  )
}

/** Who is signed in, the way to the site, and the way out. */
export function PersonAtWork({ person }: { person: Worker }) {
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="flex flex-wrap items-baseline gap-x-2 px-3 leading-tight">
        <span className="max-w-full truncate font-semibold">{person.name}</span>
        <span className="text-sm text-soft">
          {person.role === 'admin' ? m.admin_menu_role_admin() : m.admin_menu_role_staff()}
        </span>
      </p>
      <div className="flex flex-wrap items-center justify-between px-1">
        <a href={siteLinks.home} className={footerLink}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {m.admin_menu_to_site()}
        </a>
        <button type="button" onClick={leave} className={footerLink}>
          <LogOut aria-hidden="true" className="size-4" />
          {m.admin_menu_logout()}
        </button>
      </div>
      <LanguageSwitch />
    </div>
  )
}

/** The languages of the admin app. Its addresses do not name the language: it is remembered in this browser. */
function LanguageSwitch() {
  return (
    <ul aria-label={m.language_switch_label()} className="flex gap-x-4 px-3 text-sm">
      {locales.map((locale) => (
        <li key={locale}>
          <button
            type="button"
            lang={locale}
            aria-current={locale === getLocale() ? 'true' : undefined}
            onClick={() => changeLanguage(locale)}
            className="min-h-11 underline-offset-4 hover:underline aria-[current]:font-semibold lg:pointer-fine:min-h-8"
          >
            {localeName(locale)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function changeLanguage(locale: Locale) {
  rememberLocale(locale)
  window.location.reload()
}

/** Logout: as on the site, the home page comes next. */
function leave() {
  signOut()
  window.location.assign(siteLinks.home)
}

/** The sections of the admin app that this person may open. */
export function SectionLinks({ person, onFollow }: { person: Worker; onFollow?: () => void }) {
  return (
    <ul>
      {sectionGroups.map((group) =>
        group
          .filter((item) => mayOpen(item, person))
          .map(({ path, label, icon: Icon }, at) => (
            <li key={path} className={at === 0 ? 'not-first:mt-1' : undefined}>
              <NavLink
                to={path ? section(path)() : links.today}
                end={path === ''}
                onClick={onFollow}
                className={({ isActive }) =>
                  classes(menuLink, isActive ? 'bg-acacia font-semibold text-paper' : 'hover:bg-sand')
                }
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {label()}
              </NavLink>
            </li>
          )),
      )}
    </ul>
  )
}
