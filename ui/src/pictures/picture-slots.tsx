import { MOST_PICTURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../controls/classes.ts'
import { FieldError } from '../controls/field.tsx'
import { PictureAdder } from './picture-adder.tsx'
import { type Move, PictureTile, type SlotPicture } from './picture-tile.tsx'

type PictureSlotsProps = {
  /** At most four, the main one first; `address` may be a blob's. */
  pictures: readonly SlotPicture[]
  onAdd: (files: readonly File[]) => void
  onMove: (id: string, to: number) => void
  onRemove: (id: string) => void
  /** Pictures on their way into their slots. */
  processing?: number
  /** Why the last files were not taken, and what is missing. */
  problems?: readonly string[]
  /** What the pictures are of. */
  subject?: string
}

/** Four places for pictures: chosen, taken or dropped, put in order by buttons. */
export function PictureSlots(props: PictureSlotsProps) {
  const { pictures, onAdd, onMove, onRemove, processing = 0, problems = [], subject } = props
  const chooser = useId()
  const grid = useRef<HTMLUListElement>(null)
  const { dropping, drop } = useDrop(onAdd)
  const { said, follow } = useFollow(grid, pictures)
  const room = MOST_PICTURES - pictures.length - processing

  const move = (id: string, to: number, by: Move) => {
    onMove(id, to)
    follow(id, by, to === 0 ? m.picture_now_main() : m.picture_moved({ place: to + 1 }))
  }
  const remove = (id: string) => {
    onRemove(id)
    follow(undefined, 'remove', m.picture_removed())
  }
  return (
    <fieldset
      aria-label={m.picture_places()}
      {...drop}
      className={classes(
        'grid min-w-0 gap-4 rounded-lg',
        dropping && 'outline-3 outline-offset-4 outline-acacia',
      )}
    >
      <ul ref={grid} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {Array.from({ length: MOST_PICTURES }, (_, place) => {
          const picture = pictures[place]
          const waiting = !picture && place < pictures.length + processing
          return (
            <PictureTile
              key={picture?.id ?? `empty ${place}`}
              picture={picture}
              subject={subject}
              place={place}
              last={pictures.length - 1}
              waiting={waiting}
              chooser={chooser}
              onMove={move}
              onRemove={remove}
            />
          )
        })}
      </ul>
      <PictureAdder
        id={chooser}
        room={room}
        first={pictures.length === 0}
        onAdd={onAdd}
        invalid={problems.length > 0}
      />
      {problems.length > 0 && (
        <div role="alert" className="grid gap-1">
          {problems.map((problem) => (
            <FieldError key={problem}>{problem}</FieldError>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

/** A picture that was moved takes the focus along; after a removal it goes to the button that adds. */
function useFollow(grid: { current: HTMLElement | null }, pictures: readonly SlotPicture[]) {
  const [said, say] = useState('')
  const wanted = useRef<{ id: string | undefined; by: Move }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once the new order is on the page
  useEffect(() => {
    const wish = wanted.current
    wanted.current = undefined
    if (!wish) return
    const box = grid.current?.parentElement
    const tile = wish.id && box?.querySelector(`[data-picture="${CSS.escape(wish.id)}"]`)
    const button = tile
      ? (tile.querySelector<HTMLElement>(`[data-move="${wish.by}"]`) ??
        tile.querySelector<HTMLElement>('[data-move]'))
      : box?.querySelector<HTMLElement>('input[type="file"]')
    button?.focus()
  }, [pictures])
  return {
    said,
    follow(id: string | undefined, by: Move, words: string) {
      wanted.current = { id, by }
      say(words)
    },
  }
}

function useDrop(onAdd: (files: readonly File[]) => void) {
  const [dropping, setDropping] = useState(false)
  return {
    dropping,
    drop: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      },
      onDragLeave: () => setDropping(false),
      onDrop(event: DragEvent) {
        setDropping(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onAdd([...event.dataTransfer.files])
      },
    },
  }
}
