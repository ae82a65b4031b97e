import { ApiError } from '@twende/contract/http/call.ts'
import { MOST_PICTURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { toast } from '@twende/ui/controls/toast.ts'
import { type FormSchema, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { moved, refusedPicture } from '@twende/ui/pictures/picture-order.ts'
import type { SlotPicture } from '@twende/ui/pictures/picture-tile.tsx'
import { isAmong, PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'

let made = 0

type Stored = { updatedAt: string; pictures: readonly { address: string }[] }

type ResourceFormOptions<Resource extends Stored, Values extends FieldValues, Body> = {
  /** What is changed; nothing yet when a new one is made. */
  resource: Resource | undefined
  valuesOf: (resource: Resource | undefined) => Values
  /** The fields of the request, which are texts beside the pictures. */
  bodyOf: (values: Values) => Body
  schema: FormSchema
  check?: (values: Values) => { [name: string]: string | undefined }
  /** The field that a refusal with this code is about. */
  refusedAt?: { [code: string]: FieldPath<Values> }
  send: (sent: Sent<Resource, Body>) => Promise<{ message: string; data: Resource }>
  latest: () => Promise<Resource>
  onSaved: (saved: Resource) => void
  /** Four unless it is said; a resource that has any must have one. */
  mostPictures?: 0 | 1
}
export type Sent<Resource, Body> = {
  body: Body
  base: Resource | undefined
  order: string
  files: ReadonlyMap<string, Blob>
  /** Of this attempt: a new resource that is sent twice is made once. */
  idempotencyKey: string
}

/** The form of a resource with pictures. When somebody else saved it meanwhile, `catchUp` takes in what they saved. */
export function useResourceForm<Resource extends Stored, Values extends FieldValues, Body>(
  options: ResourceFormOptions<Resource, Values, Body>,
) {
  const { resource, valuesOf, send, latest, onSaved, mostPictures } = options
  const [base, setBase] = useState(resource)
  const [conflict, setConflict] = useState(false)
  const pictures = useFormPictures(keptPictures(resource?.pictures ?? []), mostPictures)
  const attempt = useAttemptKey()
  const lacksPicture = mostPictures !== 0 && pictures.pictures.length === 0 && pictures.processing === 0

  const form = useAppForm<Values, Body>({
    defaultValues: valuesOf(resource),
    bodyOf: options.bodyOf,
    schema: options.schema,
    check: (values) => ({
      ...options.check?.(values),
      ...(lacksPicture && { pictures: m.admin_common_pictures_missing() }),
    }),
    ...(options.refusedAt && { refusedAt: options.refusedAt }),
    onSubmit: async (body, values) => {
      if (pictures.processing > 0) return m.admin_common_pictures_processing()
      const idempotencyKey = attempt.keyOf([values, pictures.pictures.map(({ id }) => id)])
      try {
        const sent = { body, base, ...sentPictures(pictures.pictures), idempotencyKey }
        const { message, data } = await send(sent)
        toast.success(message)
        onSaved(data)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const at = refusedPicture(error.data)
        if (at !== undefined) return pictures.refuse(at, error.message)
        if (error.code !== 'changed_meanwhile') throw error
        setConflict(true)
      }
      return undefined
    },
  })

  /** Takes in what somebody else saved; with `mine`, what was typed here stays on top of it. */
  async function catchUp(mine: boolean) {
    const now = await latest().catch((error: unknown) => {
      const message = error instanceof ApiError ? error.message : m.admin_common_unreachable()
      form.setError('root', { message })
    })
    if (!now) return
    const kept = keptPictures(base?.pictures ?? [])
    const untouched = samePictures(pictures.pictures, kept)
    const same = samePictures(keptPictures(now.pictures), kept)
    // Places of kept pictures mean nothing any more once somebody else has moved them.
    if (!mine || untouched || !same) pictures.set(keptPictures(now.pictures))
    form.reset(mine ? laidOver(form.getValues(), valuesOf(base), valuesOf(now)) : valuesOf(now))
    if (mine && !untouched && !same) form.setError('root', { message: m.admin_common_pictures_changed() })
    setBase(now)
    setConflict(false)
  }

  const errors: Readonly<Record<string, { message?: unknown } | undefined>> = form.formState.errors
  const missing = lacksPicture ? errors.pictures?.message : undefined
  return {
    form,
    pictures: { ...pictures, missing: typeof missing === 'string' ? missing : undefined },
    conflict,
    catchUp: (mine: boolean) => void catchUp(mine),
  }
}
export type ResourcePictures = ReturnType<typeof useResourceForm>['pictures']

/** What was typed, over what somebody else saved. */
function laidOver<Values extends FieldValues>(typed: Values, was: Values, theirs: Values): Values {
  const mine = Object.entries(typed).map(([name, value]) => {
    if (isPlainObject(value)) return [name, laidOver(value, was[name], theirs[name])]
    return [name, JSON.stringify(value) === JSON.stringify(was[name]) ? theirs[name] : value]
  })
  return Object.fromEntries(mine)
}

const isPlainObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A picture of a form: one that is kept already, known by its place, or a new one. */
type FormPicture = SlotPicture & ({ place: number } | { blob: Blob })

function keptPictures(pictures: readonly { address: string }[]): readonly FormPicture[] {
  return pictures.map(({ address }, at) => ({ id: address, address, place: at + 1 }))
}

/** What is sent of the pictures: their order in the server's words, and the new ones by their field. */
function sentPictures(pictures: readonly FormPicture[]) {
  const files = new Map<string, Blob>()
  const order = pictures.map((picture) => {
    if ('place' in picture) return String(picture.place)
    const name = `image${files.size + 1}`
    files.set(name, picture.blob)
    return name
  })
  return { order: JSON.stringify(order), files }
}

function samePictures(one: readonly FormPicture[], other: readonly FormPicture[]): boolean {
  return one.length === other.length && one.every(({ id }, at) => id === other[at]?.id)
}

/** Why a file could not be taken, as a sentence. */
const whyNot = (error: unknown, file: File): string =>
  error instanceof PictureProblem ? error.message : m.admin_common_picture_unreadable({ file: file.name })

/** Up to four pictures of a form, kept and new ones mixed: added, put in order, taken away; of `most` 1 a new one replaces the other. */
function useFormPictures(first: readonly FormPicture[], most?: number) {
  const [pictures, setPictures] = useState(first)
  const [processing, setProcessing] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  const underWay = useRef(0)
  const choice = useRef(0)
  /** New ones, also those that are not on the page yet. */
  const kept = useRef<readonly Blob[]>([])

  const free = useRef(0)
  const isFull = () => most !== 1 && free.current === 0
  function expectMore(files: number) {
    underWay.current += files
    setProcessing(most === 1 ? underWay.current : Math.min(underWay.current, free.current))
  }

  /** Whether there was a place for the file; one that is refused leaves its place to the next. */
  async function take(file: File, isStale: () => boolean): Promise<boolean> {
    if (isFull()) return false
    try {
      const blob = await shrinkPicture(file)
      if (most !== 1 && (await isAmong(kept.current, blob)))
        throw new PictureProblem(m.admin_common_picture_twice({ file: file.name }))
      // Those of another choice may have come first.
      if (isFull()) return false
      kept.current = [...kept.current, blob]
      free.current -= 1
      const picture = { id: `new ${++made}`, address: URL.createObjectURL(blob), blob }
      if (!isStale()) setPictures((before) => (most === 1 ? [picture] : [...before, picture]))
    } catch (error) {
      if (!isStale()) setProblems((before) => [...before, whyNot(error, file)])
    }
    return true
  }

  async function add(files: readonly File[]) {
    choice.current += 1
    const chosen = choice.current
    // Of one picture the choice made last counts, whichever is ready last.
    const isStale = () => most === 1 && chosen !== choice.current
    setProblems([])
    // Nothing is added from an earlier choice while none is under way, so what was taken away since may be chosen again.
    if (underWay.current === 0) {
      kept.current = pictures.flatMap((picture) => ('blob' in picture ? [picture.blob] : []))
      free.current = MOST_PICTURES - pictures.length
    }
    const tried = most === 1 ? files.slice(0, 1) : files
    expectMore(tried.length)
    let hasOver = false
    for (const file of tried) {
      if (!(await take(file, isStale))) hasOver = true
      expectMore(-1)
    }
    if (hasOver) setProblems((before) => [...before, m.admin_common_pictures_too_many()])
  }
  return {
    pictures,
    processing,
    problems,
    set: setPictures,
    /** Takes away the new picture that was not accepted; those beside it stay. Returns what to say about it. */
    refuse(at: number, why: string): string {
      const refused = pictures.filter((picture) => 'blob' in picture)[at]
      if (!refused) return why
      setPictures((before) => before.filter(({ id }) => id !== refused.id))
      const sentence = m.picture_refused({ place: pictures.indexOf(refused) + 1, why })
      setProblems([sentence])
      return sentence
    },
    add: (files: readonly File[]) => void add(files),
    move: (id: string, to: number) =>
      setPictures((before) => {
        const from = before.findIndex((picture) => picture.id === id)
        return from < 0 ? before : moved(before, from, to)
      }),
    remove: (id: string) => setPictures((before) => before.filter((picture) => picture.id !== id)),
  }
}
