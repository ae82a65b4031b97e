import { m } from '@twende/messages'
import { Camera } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { FieldError } from '../controls/field.tsx'
import type { AppForm } from '../form/use-app-form.ts'
import { NewPhoto, useAddress } from '../pictures/new-photo.tsx'
import { hasDetail } from '../pictures/photo-detail.ts'
import { isSameFile, PICTURE_TYPES, PictureProblem, shrinkPicture } from '../pictures/shrink-picture.ts'

type PhotoFieldProps<Values extends FieldValues> = {
  form: AppForm<Values>
  name: FieldPathByValue<Values, Blob | null>
  label: string
  /** The other photos of the form, by the label of each: no photo is of two papers. */
  others?: ReadonlyMap<string, Blob>
}

/** One photo of a paper: a tap opens the phone's camera; it is made small here and refused where it shows nothing. */
export function PhotoField<Values extends FieldValues>({
  form,
  name,
  label,
  others,
}: PhotoFieldProps<Values>) {
  const { field, fieldState } = useController({ control: form.control as never, name: name as never })
  const photo: Blob | null = field.value
  const camera = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)
  const address = useAddress(photo)
  const id = useId()
  async function take(file: File) {
    setWorking(true)
    setProblem(undefined)
    try {
      const small = await shrinkPicture(file)
      if (!(await hasDetail(small))) throw new PictureProblem(m.error_picture_without_detail())
      for (const [position, other] of others ?? [])
        if (await isSameFile(other, small)) throw new PictureProblem(m.driver_photo_twice({ position }))
      field.onChange(small)
    } catch (error) {
      setProblem(error instanceof PictureProblem ? error.message : m.picture_damaged({ file: file.name }))
    } finally {
      setWorking(false)
    }
  }
  const wrong = problem ?? fieldState.error?.message
  return (
    <div className="grid gap-1">
      <p className="text-sm font-semibold">{label}</p>
      <input
        ref={camera}
        type="file"
        accept={PICTURE_TYPES}
        capture="environment"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <button
        type="button"
        ref={field.ref}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? id : undefined}
        aria-busy={working || undefined}
        onClick={() => camera.current?.click()}
        className="relative grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-md border border-dashed border-edge bg-card text-soft hover:border-ink"
      >
        {address ? (
          <NewPhoto
            src={address}
            alt={m.driver_photo_shown({ photo: label })}
            className="size-full object-cover"
          />
        ) : (
          <Camera aria-hidden="true" className="size-7" />
        )}
        <span className={address ? 'sr-only' : 'absolute bottom-1 text-xs font-semibold'}>
          {address ? m.driver_photo_take_again() : m.driver_photo_take()}
        </span>
        <span className="sr-only">{label}</span>
      </button>
      <div role="alert">{wrong && <FieldError id={id}>{wrong}</FieldError>}</div>
    </div>
  )
}
