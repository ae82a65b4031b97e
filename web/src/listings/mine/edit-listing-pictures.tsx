import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { MOST_PICTURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { buttonClasses, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { addressOf, NewPhoto } from '@twende/ui/pictures/new-photo.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { isAmong, PICTURE_TYPES, PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { ImagePlus, Undo2 } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'

type EditListingPicturesProps = {
  listing: OwnListing
  /** New pictures by their place, from 0. */
  replaced: ReadonlyMap<number, Blob>
  onChange: (replaced: ReadonlyMap<number, Blob>) => void
}

/** The pictures of a listing; each may be replaced, and more added up to four. */
export function EditListingPictures({ listing, replaced, onChange }: EditListingPicturesProps) {
  const { take, busy, problem } = useReplacing(replaced, onChange)
  const filled = Math.max(listing.pictures.length, ...[...replaced.keys()].map((place) => place + 1))
  const places = Array.from({ length: Math.min(filled + 1, MOST_PICTURES) }, (_, place) => place)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{m.common_pictures()}</legend>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {places.map((place) => (
          <Place
            key={place}
            place={place}
            address={listing.pictures[place]?.address}
            blob={replaced.get(place)}
            busy={busy === place}
            onTake={(file) => take(place, file)}
            onUndo={
              // The places after it would be left without a neighbour.
              place >= listing.pictures.length && replaced.has(place + 1)
                ? undefined
                : () => onChange(without(replaced, place))
            }
          />
        ))}
      </ul>
      {problem && (
        <div role="alert" className="mt-2">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type PlaceProps = {
  place: number
  address: string | undefined
  blob: Blob | undefined
  busy: boolean
  onTake: (file: File) => void
  onUndo: (() => void) | undefined
}

function Place({ place, address, blob, busy, onTake, onUndo }: PlaceProps) {
  const name =
    place === 0 ? m.edit_listing_picture_main() : m.edit_listing_picture_number({ number: place + 1 })
  const empty = address === undefined && blob === undefined
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file may be chosen again after it was undone.
    target.value = ''
    if (file) onTake(file)
  }
  return (
    <li className="grid min-w-0 content-start gap-2">
      <span className="relative">
        {empty ? (
          <span className="grid aspect-[3/2] place-items-center rounded-md border border-dashed border-edge bg-card text-soft">
            {!busy && <ImagePlus aria-hidden="true" className="size-6" />}
          </span>
        ) : (
          <Shown address={address} blob={blob} name={name} />
        )}
        {busy && (
          <span className="absolute inset-0 grid place-items-center rounded-md bg-paper/95">
            <Spinner />
          </span>
        )}
        {blob && onUndo && (
          <IconButton
            label={m.edit_listing_picture_undo({ picture: name })}
            variant="secondary"
            onClick={onUndo}
            className="absolute top-1 right-1"
          >
            <Undo2 aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </span>
      <label
        className={classes(
          buttonClasses({ variant: 'secondary', size: 'sm' }),
          'overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-acacia',
        )}
      >
        <span>
          <Sentence
            text={
              empty
                ? m.edit_listing_picture_add({ picture: name })
                : m.edit_listing_picture_replace({ picture: name })
            }
            marks={{ picture: (text) => <span className="sr-only">{text}</span> }}
          />
        </span>
        <input
          type="file"
          accept={PICTURE_TYPES}
          onChange={take}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </li>
  )
}

function Shown({
  address,
  blob,
  name,
}: {
  address: string | undefined
  blob: Blob | undefined
  name: string
}) {
  if (!blob) {
    return (
      <Picture address={address} alt={name} sizes="(min-width: 640px) 180px, 50vw" className="rounded-md" />
    )
  }
  return (
    <NewPhoto
      src={addressOf(blob)}
      alt={m.edit_listing_picture_new({ picture: name })}
      className="aspect-[3/2] w-full rounded-md border-2 border-acacia object-cover"
    />
  )
}

function useReplacing(
  replaced: ReadonlyMap<number, Blob>,
  onChange: (replaced: ReadonlyMap<number, Blob>) => void,
) {
  const [busy, setBusy] = useState<number>()
  const [problem, setProblem] = useState('')
  async function take(place: number, file: File) {
    if (busy !== undefined) return
    setBusy(place)
    setProblem('')
    toast.info(m.sell_picture_processing(), 'image')
    try {
      const blob = await shrinkPicture(file)
      if (await isAmong([...without(replaced, place).values()], blob))
        throw new PictureProblem(m.sell_picture_twice({ file: file.name }))
      onChange(new Map([...replaced, [place, blob]]))
      toast.success(m.sell_picture_processed(), 'image')
    } catch (error) {
      toast.error(m.sell_picture_failed(), 'image')
      setProblem(
        error instanceof PictureProblem ? error.message : m.sell_picture_unreadable({ file: file.name }),
      )
    } finally {
      setBusy(undefined)
    }
  }
  return { take, busy, problem }
}

function without(replaced: ReadonlyMap<number, Blob>, place: number): ReadonlyMap<number, Blob> {
  return new Map([...replaced].filter(([at]) => at !== place))
}
