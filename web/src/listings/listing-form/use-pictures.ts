import { MOST_PICTURES } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { toast } from '@twende/ui/controls/toast.ts'
import { addressOf } from '@twende/ui/pictures/new-photo.tsx'
import { moved } from '@twende/ui/pictures/picture-order.ts'
import type { SlotPicture } from '@twende/ui/pictures/picture-tile.tsx'
import { isAmong, PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { useRef, useState } from 'react'

/** A picture made ready to be sent. */
export type ReadyPicture = { id: string; blob: Blob }

let made = 0
const newId = () => `${Date.now().toString(36)}-${++made}`

type Wiring = {
  pictures: readonly ReadyPicture[]
  onChange: (change: (pictures: readonly ReadyPicture[]) => readonly ReadyPicture[]) => void
}

/** Takes files into the four places, each made small on its way, and says how it goes. */
export function usePictures({ pictures, onChange }: Wiring) {
  const [processing, setProcessing] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  const underWay = useRef(0)
  const kept = useRef<readonly Blob[]>([])

  const isFull = () => kept.current.length >= MOST_PICTURES
  function expectMore(files: number) {
    underWay.current += files
    setProcessing(Math.min(underWay.current, MOST_PICTURES - kept.current.length))
  }

  /** Whether there was a place for the file; one that is refused leaves its place to the next. */
  async function take(file: File): Promise<boolean> {
    if (isFull()) return false
    toast.info(m.sell_picture_processing(), 'image')
    try {
      const blob = await shrinkPicture(file)
      // One photo in two places shows a buyer less than two photos.
      if (await isAmong(kept.current, blob))
        throw new PictureProblem(m.sell_picture_twice({ file: file.name }))
      // Those of another choice may have come first.
      if (isFull()) return false
      kept.current = [...kept.current, blob]
      onChange((before) => [...before, { id: newId(), blob }])
      toast.success(m.sell_picture_processed(), 'image')
    } catch (error) {
      toast.error(m.sell_picture_failed(), 'image problem')
      const why =
        error instanceof PictureProblem ? error.message : m.sell_picture_unreadable({ file: file.name })
      setProblems((before) => [...before, why])
    }
    return true
  }

  async function add(files: readonly File[]) {
    setProblems([])
    // Nothing is added from an earlier choice while none is under way, so what was taken away since may be chosen again.
    if (underWay.current === 0) kept.current = pictures.map(({ blob }) => blob)
    expectMore(files.length)
    let over = 0
    // One after the other: phones have little memory, and the order stays as chosen.
    for (const file of files) {
      if (!(await take(file))) over += 1
      expectMore(-1)
    }
    if (over > 0) setProblems((before) => [...before, m.sell_pictures_left_out({ count: over })])
  }
  return {
    shown: pictures.map(({ id, blob }): SlotPicture => ({ id, address: addressOf(blob) })),
    processing,
    problems,
    add: (files: readonly File[]) => void add(files),
    move: (id: string, to: number) =>
      onChange((before) => {
        const from = before.findIndex((picture) => picture.id === id)
        return from < 0 ? before : moved(before, from, to)
      }),
    /** Takes away a photo that was not accepted, and says why; the others stay. */
    refuse(id: string, why: string) {
      setProblems([why])
      onChange((before) => before.filter((picture) => picture.id !== id))
    },
    remove(id: string) {
      setProblems([])
      onChange((before) => before.filter((picture) => picture.id !== id))
    },
  }
}
