import { MOST_PICTURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { Camera, Images } from 'lucide-react'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { buttonClasses } from '../controls/button.tsx'
import { classes } from '../controls/classes.ts'
import { PICTURE_TYPES } from './shrink-picture.ts'

type PictureAdderProps = {
  /** Of the input that takes files, so that an empty place can open it too. */
  id: string
  /** How many more there is room for. */
  room: number
  first: boolean
  invalid: boolean
  onAdd: (files: readonly File[]) => void
}

/** The ways to add pictures: from the files, and on phones from the camera. */
export function PictureAdder({ id, room, first, invalid, onAdd }: PictureAdderProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The same file may be chosen again after it was removed.
    target.value = ''
    if (files.length > 0) onAdd(files)
  }
  if (room <= 0) return <p className="text-sm text-soft">{m.picture_full()}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <FileButton
        id={id}
        name="pictures"
        icon={<Images aria-hidden="true" className="size-5" />}
        primary={first}
        words={m.picture_choose()}
        multiple
        invalid={invalid}
        onChange={take}
      />
      <span className="hidden pointer-coarse:inline-flex">
        <FileButton
          name="camera"
          icon={<Camera aria-hidden="true" className="size-5" />}
          words={m.picture_take()}
          capture="environment"
          onChange={take}
        />
      </span>
      <p className="text-sm text-soft">
        {first ? m.picture_add_hint({ most: MOST_PICTURES }) : m.picture_room({ count: room })}
      </p>
    </div>
  )
}

type FileButtonProps = ComponentProps<'input'> & {
  icon: ReactNode
  words: string
  primary?: boolean
  invalid?: boolean
}

/** A button that opens the files or the camera. */
export function FileButton({ icon, words, primary, invalid, ...rest }: FileButtonProps) {
  return (
    <label
      className={classes(
        buttonClasses({ variant: primary ? 'primary' : 'secondary' }),
        'overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-acacia',
      )}
    >
      {icon}
      {words}
      <input
        accept={PICTURE_TYPES}
        {...rest}
        type="file"
        aria-invalid={invalid || undefined}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}
