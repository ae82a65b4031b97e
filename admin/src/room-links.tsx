import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { NavLink } from 'react-router'
import { links } from './links.ts'
import { type Room, rooms } from './rooms.ts'

export type Worker = { name: string; role: Role }

const mayEnter = (room: Room, { role }: Worker) => room.for === 'staff' || role === 'admin'

/** The parts of the back office that this person may enter. */
export function RoomLinks({ person, onFollow }: { person: Worker; onFollow?: () => void }) {
  return (
    <ul className="grid gap-1">
      {rooms
        .filter((room) => mayEnter(room, person))
        .map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === links.today}
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
