import type { PhotoPosition, PhotoRepeat } from '@twende/contract/bookings/condition/condition-report.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { newUuid } from '@twende/ui/form/new-key.ts'
import { hasDetail } from '@twende/ui/pictures/photo-detail.ts'
import { isSameFile, PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftPhoto, photosToSend, type ReportDraft } from './report-draft.ts'
import { deletePhoto, loadPhoto, saveDraft, savePhoto } from './report-store.ts'
import { completeReport, countPhotos, problemOf, type SendState, sendPhoto } from './send-report.ts'

const RETRY_MS = 4_000

export type Change = Partial<ReportDraft> | ((draft: ReportDraft) => Partial<ReportDraft>)

/** A report on this device: each change is kept at once, and sent as soon as there is a network. */
export function useReport(first: ReportDraft) {
  const [draft, setDraft] = useState(first)
  const [isKept, setKept] = useState(true)
  const latest = useRef(first)
  const update = useCallback((change: Change) => {
    const now = latest.current
    latest.current = { ...now, ...(typeof change === 'function' ? change(now) : change) }
    setDraft(latest.current)
    void saveDraft(latest.current).then(setKept)
  }, [])
  const photos = useReportPhotos(first, () => latest.current, update)
  const { state, send } = useSending(draft, latest, update)
  return { draft, update, isKept, state, send, ...photos }
}

export type OpenReport = ReturnType<typeof useReport>

/** The photos of a report: taken, made small, checked, kept, and shown from the device. */
function useReportPhotos(first: ReportDraft, latest: () => ReportDraft, update: (change: Change) => void) {
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)
  const made = useRef<string[]>([])
  const show = useCallback((photoId: string, photo: Blob) => {
    const address = URL.createObjectURL(photo)
    made.current.push(address)
    setAddresses((shown) => new Map(shown).set(photoId, address))
  }, [])
  useEffect(() => {
    for (const { id } of first.photos) void loadPhoto(id).then((photo) => photo && show(id, photo))
    return () => {
      for (const address of made.current.splice(0)) URL.revokeObjectURL(address)
    }
  }, [first, show])

  async function takePhoto(file: File, position: PhotoPosition, markId: string | null = null) {
    setWorking(true)
    setProblem(undefined)
    try {
      const photo = await shrinkPicture(file)
      if (position !== 'damage' && !(await hasDetail(photo)))
        throw new PictureProblem(m.error_picture_without_detail())
      const id = newUuid()
      await savePhoto(id, photo)
      show(id, photo)
      const repeats = await findRepeat(photo, latest().photos, { position })
      const taken: DraftPhoto = { id, position, markId, sent: false, problem: null, repeats }
      update(({ photos }) => {
        const isReplaced = (other: DraftPhoto) => position !== 'damage' && other.position === position
        for (const replaced of photos.filter(isReplaced)) void deletePhoto(replaced.id)
        return { photos: [...photos.filter((other) => !isReplaced(other)), taken] }
      })
    } catch (error) {
      setProblem(error instanceof PictureProblem ? error.message : m.picture_damaged({ file: file.name }))
    } finally {
      setWorking(false)
    }
  }

  function removePhoto(photoId: string) {
    void deletePhoto(photoId)
    update(({ photos }) => ({ photos: photos.filter(({ id }) => id !== photoId) }))
  }

  return { addresses, takePhoto, removePhoto, problem, working }
}

/** The other photo of this report that is the same file; the server also finds one that was encoded anew. */
async function findRepeat(
  photo: Blob,
  others: readonly DraftPhoto[],
  { position }: { position: PhotoPosition },
): Promise<PhotoRepeat | null> {
  for (const other of others) {
    if (position !== 'damage' && other.position === position) continue
    const kept = await loadPhoto(other.id)
    if (kept && (await isSameFile(kept, photo))) return { of: 'report', position: other.position }
  }
  return null
}

/** Sends photos one after another, then the signed report; waits and tries again while the network is away. */
function useSending(
  draft: ReportDraft,
  latest: { readonly current: ReportDraft },
  update: (change: Change) => void,
) {
  const [state, setState] = useState<SendState>({ kind: 'saved' })
  const busy = useRef(false)
  const stopped = useRef(false)

  const send = useCallback(async () => {
    if (busy.current || stopped.current) return
    busy.current = true
    try {
      const sendAll = async () => {
        let next = await sendNext(latest.current, update, setState)
        while (next === 'more' && !stopped.current) next = await sendNext(latest.current, update, setState)
      }
      await sendAll().catch((error: unknown) => {
        if (problemOf(error) !== 'photoMissing') throw error
        // Another device may have replaced photos that were sent before: all are sent again.
        update(({ photos }) => ({ photos: photos.map((photo) => ({ ...photo, sent: false })) }))
        return sendAll()
      })
    } catch (error) {
      setState(stateAfter(error, latest.current))
      if (error instanceof ApiError && error.code === 'reading_unlikely')
        update(({ km }) => ({ step: 'meters', questionedKm: km }))
      if (problemOf(error) === 'refused' || problemOf(error) === 'photoMissing') update({ signedAt: null })
    } finally {
      busy.current = false
    }
  }, [latest, update])

  const waits = photosToSend(draft).some(({ sent }) => !sent) || draft.signedAt !== null
  // Nothing changes by trying again; signing sends once more.
  const isStuck = state.kind === 'elsewhere' || state.kind === 'completed' || state.kind === 'refused'
  useEffect(() => {
    stopped.current = false
    if (!waits || isStuck) return
    void send()
    const again = setInterval(() => void send(), RETRY_MS)
    const online = () => void send()
    window.addEventListener('online', online)
    return () => {
      clearInterval(again)
      window.removeEventListener('online', online)
    }
  }, [waits, isStuck, send])
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  return { state, send }
}

type Update = (change: Change) => void

/** Sends what comes next; `more` where something may be left. */
async function sendNext(
  draft: ReportDraft,
  update: Update,
  setState: (state: SendState) => void,
): Promise<'more' | 'done'> {
  const photo = photosToSend(draft).find(({ sent }) => !sent)
  if (photo) {
    setState({ kind: 'sending', ...countPhotos(draft) })
    const outcome = await sendPhoto(draft, photo).then(
      ({ repeats }) => ({ sent: true, problem: null, repeats: repeats ?? photo.repeats ?? null }),
      (error: unknown) => {
        if (problemOf(error) !== 'photo' || !(error instanceof ApiError)) throw error
        return { sent: false, problem: error.message || m.error_picture_unreadable() }
      },
    )
    update(({ photos, signedAt }) => ({
      photos: photos.map((other) => (other.id === photo.id ? { ...other, ...outcome } : other)),
      // Nothing is complete while one of its photos was refused.
      signedAt: outcome.problem ? null : signedAt,
    }))
    return 'more'
  }
  if (draft.signedAt === null) {
    setState({ kind: 'saved' })
    return 'done'
  }
  setState({ kind: 'sending', ...countPhotos(draft) })
  const { message } = await completeReport(draft, draft.signedAt)
  setState({ kind: 'completed', message })
  return 'done'
}

function stateAfter(error: unknown, draft: ReportDraft): SendState {
  const problem = problemOf(error)
  if (problem === 'elsewhere') return { kind: 'elsewhere' }
  if (problem === 'refused' || problem === 'photoMissing')
    return { kind: 'refused', message: error instanceof Error ? error.message : '' }
  return { kind: 'waiting', ...countPhotos(draft) }
}
