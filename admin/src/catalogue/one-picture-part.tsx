import { classes } from '@twende/ui/controls/classes.ts'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { ImagePlus, Images } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { useFormPictures } from '../form-pictures.ts'
import { FormPart } from '../thing-form-parts.tsx'

type OnePicturePartProps = {
  pictures: ReturnType<typeof useFormPictures>
  missing: string | undefined
  wide: boolean
}

/** The one picture of a thing, and how to choose another. */
export function OnePicturePart({ pictures: chosen, missing, wide }: OnePicturePartProps) {
  const [picture] = chosen.pictures
  const problems = missing ? [...chosen.problems, missing] : chosen.problems
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length > 0) chosen.add(files)
  }
  return (
    <FormPart title="Picture">
      <div className="grid justify-items-start gap-4 sm:flex sm:items-center">
        <span
          className={classes(
            'grid shrink-0 place-items-center overflow-hidden rounded-md',
            wide ? 'aspect-video w-full max-w-80' : 'aspect-square w-40',
            picture ? 'bg-sand' : 'border border-dashed border-edge text-soft',
          )}
        >
          {chosen.processing > 0 ? (
            <Spinner />
          ) : picture ? (
            <img src={picture.address} alt="As it is now" className="size-full object-cover" />
          ) : (
            <ImagePlus aria-hidden="true" className="size-7" />
          )}
        </span>
        <div className="grid justify-items-start gap-3">
          <FileButton
            name="pictures"
            icon={<Images aria-hidden="true" className="size-5" />}
            primary={!picture}
            words={picture ? 'Choose another picture' : 'Choose a picture'}
            invalid={problems.length > 0}
            onChange={take}
          />
          <p className="text-sm text-soft">
            {wide
              ? 'Wide, with its subject at the right: words stand at its lower left.'
              : 'Best square or nearly so.'}{' '}
            JPEG, PNG or WebP.
          </p>
          {problems.length > 0 && (
            <div role="alert" className="grid gap-1">
              {problems.map((problem) => (
                <FieldError key={problem}>{problem}</FieldError>
              ))}
            </div>
          )}
        </div>
      </div>
    </FormPart>
  )
}
