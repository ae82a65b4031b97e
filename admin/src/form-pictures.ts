import { fitting, moved } from '@twende/ui/pictures/picture-order.ts'
import type { SlotPicture } from '@twende/ui/pictures/picture-tile.tsx'
import { PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { useRef, useState } from 'react'

/** A picture of a form: one that is kept already, known by its place, or a new one. */
export type FormPicture = SlotPicture & ({ place: number } | { blob: Blob })

let made = 0

export function keptPictures(pictures: readonly { address: string }[]): readonly FormPicture[] {
  return pictures.map(({ address }, at) => ({ id: address, address, place: at + 1 }))
}

/** What is sent of the pictures: their order in the server's words, and the new ones by their field. */
export function sentPictures(pictures: readonly FormPicture[]) {
  const files = new Map<string, Blob>()
  const order = pictures.map((picture) => {
    if ('place' in picture) return String(picture.place)
    const name = `image${files.size + 1}`
    files.set(name, picture.blob)
    return name
  })
  return { order: JSON.stringify(order), files }
}

export function samePictures(one: readonly FormPicture[], other: readonly FormPicture[]): boolean {
  return one.length === other.length && one.every(({ id }, at) => id === other[at]?.id)
}

/** Up to four pictures of a form, kept and new ones mixed: added, put in order, taken away; of `most` 1 a new one replaces the other. */
export function useFormPictures(first: readonly FormPicture[], most?: number) {
  const [pictures, setPictures] = useState(first)
  const [processing, setProcessing] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  const underWay = useRef(0)
  const choice = useRef(0)

  async function add(files: readonly File[]) {
    choice.current += 1
    const chosen = choice.current
    // Of one picture the choice made last counts, whichever is ready last.
    const stale = () => most === 1 && chosen !== choice.current
    const taken = most === 1 ? files.slice(0, 1) : fitting(pictures.length + underWay.current, files)
    setProblems(
      most !== 1 && taken.length < files.length ? ['Only four pictures fit; the others were left out.'] : [],
    )
    underWay.current += taken.length
    setProcessing(underWay.current)
    for (const file of taken) {
      try {
        const blob = await shrinkPicture(file)
        const picture = { id: `new ${++made}`, address: URL.createObjectURL(blob), blob }
        if (!stale()) setPictures((before) => (most === 1 ? [picture] : [...before, picture]))
      } catch (error) {
        const why = error instanceof PictureProblem ? error.message : `${file.name} cannot be read.`
        if (!stale()) setProblems((before) => [...before, why])
      }
      underWay.current -= 1
      setProcessing(underWay.current)
    }
  }
  return {
    pictures,
    processing,
    problems,
    set: setPictures,
    add: (files: readonly File[]) => void add(files),
    move: (id: string, to: number) =>
      setPictures((before) => {
        const from = before.findIndex((picture) => picture.id === id)
        return from < 0 ? before : moved(before, from, to)
      }),
    remove: (id: string) => setPictures((before) => before.filter((picture) => picture.id !== id)),
  }
}
