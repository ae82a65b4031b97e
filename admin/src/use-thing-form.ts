import { ApiError } from '@twende/contract/http/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { type FormEvent, useRef, useState } from 'react'
import { keptPictures, samePictures, sentPictures, useFormPictures } from './form-pictures.ts'

type Kept = { updatedAt: string; pictures: readonly { address: string }[] }
type Values<Name extends string> = Readonly<Record<Name, string>>
type Problems<Name extends string> = Partial<Record<Name | 'pictures', string>>

export type ThingForm<Name extends string> = {
  values: Values<Name>
  change: (some: Partial<Values<Name>>) => void
  problems: Problems<Name>
}

type Wiring<Thing extends Kept, Name extends string> = {
  /** What is changed; nothing yet when a new one is made. */
  thing: Thing | undefined
  valuesOf: (thing: Thing | undefined) => Values<Name>
  problemsOf: (values: Values<Name>) => Problems<Name>
  send: (sent: Sending<Thing, Name>) => Promise<{ message: string; data: Thing }>
  latest: () => Promise<Thing>
  onSaved: (saved: Thing) => void
  /** Four unless it is said; a thing that has any must have one. */
  mostPictures?: 0 | 1
}
export type Sending<Thing, Name extends string> = {
  base: Thing | undefined
  values: Values<Name>
  order: string
  files: ReadonlyMap<string, Blob>
  /** Of this attempt: a new thing that is sent twice is made once. */
  idempotencyKey: string
}

/** A form about a thing with pictures, from what is there to what is saved; tells of changes made meanwhile. */
export function useThingForm<Thing extends Kept, Name extends string>(wiring: Wiring<Thing, Name>) {
  const { thing, valuesOf, problemsOf, send, latest, onSaved, mostPictures } = wiring
  const [base, setBase] = useState(thing)
  const [values, setValues] = useState(() => valuesOf(thing))
  const pictures = useFormPictures(keptPictures(thing?.pictures ?? []), mostPictures)
  const [tried, setTried] = useState(false)
  const [state, setState] = useState<'idle' | 'pending' | 'conflict'>('idle')
  const [trouble, setTrouble] = useState('')
  const busy = useRef(false)
  const attempt = useAttemptKey()
  const found: Problems<Name> = problemsOf(values)
  if (mostPictures !== 0 && pictures.pictures.length === 0)
    found.pictures = 'Please upload at least one image'

  async function save() {
    if (busy.current || pictures.processing > 0) return
    busy.current = true
    setState('pending')
    setTrouble('')
    try {
      const idempotencyKey = attempt.keyOf([values, pictures.pictures.map(({ id }) => id)])
      const { message, data } = await send({
        base,
        values,
        ...sentPictures(pictures.pictures),
        idempotencyKey,
      })
      toast.success(message)
      onSaved(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'changed_meanwhile') return setState('conflict')
      setTrouble(error.message)
    } finally {
      busy.current = false
      setState((now) => (now === 'pending' ? 'idle' : now))
    }
  }

  /** Takes in what somebody else saved; with `mine`, what was typed here stays on top of it. */
  async function catchUp(mine: boolean) {
    const now = await latest().catch((error: unknown) => {
      setTrouble(error instanceof ApiError ? error.message : 'Error connecting to server')
    })
    if (!now) return
    const [was, theirs] = [valuesOf(base), valuesOf(now)]
    const kept = keptPictures(base?.pictures ?? [])
    const untouched = samePictures(pictures.pictures, kept)
    const same = samePictures(keptPictures(now.pictures), kept)
    // Places of kept pictures mean nothing any more once somebody else has moved them.
    if (!mine || untouched || !same) pictures.set(keptPictures(now.pictures))
    setValues((typed) => (mine ? laidOver(typed, was, theirs) : theirs))
    setBase(now)
    setTrouble(mine && !untouched && !same ? 'The pictures were changed as well: please look at them.' : '')
    setState('idle')
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const wrong = Object.keys(found)[0]
    const control = wrong && event.currentTarget.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
    else if (!wrong) void save()
  }

  const form: ThingForm<Name> = {
    values,
    change: (some) => setValues((typed) => ({ ...typed, ...some })),
    problems: tried ? found : {},
  }
  return { form, pictures, submit, catchUp, trouble, state }
}

/** What was typed, over what somebody else saved. */
function laidOver<Name extends string>(typed: Values<Name>, was: Values<Name>, theirs: Values<Name>) {
  const mine = Object.entries<string>(typed).filter(([name, value]) => {
    const before: Readonly<Record<string, string>> = was
    return before[name] !== value
  })
  return { ...theirs, ...Object.fromEntries(mine) }
}
