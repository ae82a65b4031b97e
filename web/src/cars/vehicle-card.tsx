import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 31vw, (min-width: 640px) 47vw, 86vw'

/** The cell of a card in a grid: its picture, name, facts, price and actions are rows that neighbours share. */
export const CARD_CELL = 'row-span-5 grid grid-rows-subgrid gap-0'

/** How a card stands on its page. */
export type CardPlace = {
  sizes?: string | undefined
  /** For cards on the first screen. */
  priority?: boolean | undefined
  headingLevel?: 'h2' | 'h3' | undefined
}

type VehicleCardProps = CardPlace & {
  name: string
  to: string
  picture: { address: string | undefined; placeholder: string | undefined }
  /** Shown greyed: nobody can have it now. */
  gone: boolean
  badges: ReactNode
  rating: number
  /** The facts under the name. */
  children: ReactNode
  price: ReactNode
  /** The one thing to do with the vehicle, in one or two words. */
  action: string
  onAct: () => void
  onQuickView: () => void
}

/** A vehicle in one glance: picture, name, facts, price, one action. A tap beside the buttons opens its page. */
export function VehicleCard({ name, headingLevel: Heading = 'h3', ...props }: VehicleCardProps) {
  const { to, picture, gone, badges, rating, children, price, action, onAct, onQuickView } = props
  return (
    <article className="panel relative row-span-full grid grid-rows-subgrid overflow-hidden">
      <div className="relative">
        <Picture
          {...picture}
          alt=""
          sizes={props.sizes ?? CARD_SIZES}
          priority={props.priority}
          className={classes(gone && 'greyed')}
        />
        <span className="absolute top-3 left-3 flex gap-1.5">{badges}</span>
      </div>
      <div className="row-span-4 grid grid-rows-subgrid gap-2 p-4">
        <div className="flex items-start justify-between gap-3">
          <Heading className="min-w-0 text-xl leading-snug">
            <Link
              to={to}
              className="rounded-xs underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
          </Heading>
          <Rating rating={rating} className="mt-1 shrink-0" />
        </div>
        <div className="grid content-start gap-2">{children}</div>
        <div className="pt-2">{price}</div>
        <div className="relative mt-1 grid grid-cols-2 gap-2">
          <Button
            size="sm"
            variant="secondary"
            aria-label={m.fleet_quick_view_of({ name })}
            onClick={onQuickView}
          >
            {m.fleet_quick_view()}
          </Button>
          <Button size="sm" disabled={gone} aria-label={`${action}: ${name}`} onClick={onAct}>
            {action}
          </Button>
        </div>
      </div>
    </article>
  )
}
