import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { NavLink } from 'react-router'
import { links, section } from './links.ts'
import { type Section, sections } from './sections.ts'

export type Worker = { name: string; role: Role }

const mayOpen = (item: Section, { role }: Worker) => item.for === 'staff' || role === 'admin'

/** The sections of the admin app that this person may open. */
export function SectionLinks({ person, onFollow }: { person: Worker; onFollow?: () => void }) {
  return (
    <ul className="grid gap-1">
      {sections
        .filter((item) => mayOpen(item, person))
        .map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink
              to={path ? section(path)() : links.today}
              end={path === ''}
              onClick={onFollow}
              className={({ isActive }) =>
                classes(
                  'flex min-h-11 items-center gap-3 rounded-md px-3 font-medium',
                  isActive ? 'bg-acacia font-semibold text-paper' : 'hover:bg-sand',
                )
              }
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
    </ul>
  )
}
