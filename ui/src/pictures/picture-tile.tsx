import { m } from '@twende/messages'
import { ArrowLeft, ArrowRight, ImagePlus, Star, Trash2 } from 'lucide-react'
import { Badge } from '../controls/badge.tsx'
import { IconButton } from '../controls/button.tsx'
import { classes } from '../controls/classes.ts'
import { Spinner } from '../controls/spinner.tsx'
import { NewPhoto } from './new-photo.tsx'

export type SlotPicture = { id: string; address: string }

export type Move = 'main' | 'earlier' | 'later' | 'remove'

type PictureTileProps = {
  picture: SlotPicture | undefined
  subject?: string | undefined
  place: number
  /** The place of the last picture. */
  last: number
  waiting: boolean
  /** The id of the input that takes files. */
  chooser: string
  onMove: (id: string, to: number, by: Move) => void
  onRemove: (id: string) => void
}

/** One of the four places, with its picture and what can be done with it. */
export function PictureTile(props: PictureTileProps) {
  const { picture, subject = m.picture_the_car(), place, last, waiting, chooser, onMove, onRemove } = props
  const name = place === 0 ? m.picture_main() : m.picture_image({ number: place + 1 })
  return (
    <li data-picture={picture?.id} className="grid min-w-0 content-start gap-1">
      <span
        className={classes(
          'relative grid aspect-[3/2] place-items-center overflow-hidden rounded-md has-[[role=img]]:aspect-auto',
          picture ? 'bg-sand' : 'border border-dashed border-edge bg-card text-soft',
        )}
      >
        {picture ? (
          <NewPhoto
            src={picture.address}
            alt={m.picture_view({ subject, number: place + 1 })}
            className="size-full object-cover"
            wordsClassName="pt-12 pb-11"
          />
        ) : waiting ? (
          <Spinner />
        ) : (
          <label
            htmlFor={chooser}
            className="grid size-full cursor-pointer place-content-center place-items-center gap-1 text-sm hover:bg-sand"
          >
            <ImagePlus aria-hidden="true" className="size-6" />
            <span>
              {name}
              {place === 0 && (
                <span aria-hidden="true" className="text-clay">
                  {' '}
                  *
                </span>
              )}
            </span>
          </label>
        )}
        {picture && place === 0 && (
          <Badge tone="paper" className="absolute bottom-2 left-2">
            {m.picture_main()}
          </Badge>
        )}
        {picture && (
          <IconButton
            label={m.common_remove_item({ item: name })}
            variant="secondary"
            onClick={() => onRemove(picture.id)}
            className="absolute top-1 right-1"
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </span>
      {picture && (
        <span className="flex justify-center">
          {place > 0 && (
            <Mover
              by="main"
              label={m.picture_make_main({ name })}
              onClick={() => onMove(picture.id, 0, 'main')}
            />
          )}
          {place > 0 && (
            <Mover
              by="earlier"
              label={m.picture_move_earlier({ name })}
              onClick={() => onMove(picture.id, place - 1, 'earlier')}
            />
          )}
          {place < last && (
            <Mover
              by="later"
              label={m.picture_move_later({ name })}
              onClick={() => onMove(picture.id, place + 1, 'later')}
            />
          )}
        </span>
      )}
    </li>
  )
}

const moves = { main: Star, earlier: ArrowLeft, later: ArrowRight } as const

type MoverProps = { by: keyof typeof moves; label: string; onClick: () => void }

function Mover({ by, label, onClick }: MoverProps) {
  const Icon = moves[by]
  return (
    <IconButton label={label} data-move={by} onClick={onClick}>
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
