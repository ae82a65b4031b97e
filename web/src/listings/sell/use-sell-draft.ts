import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { browserStore } from '@twende/ui/browser-store.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListingValues } from '../listing-form/listing-values.ts'
import type { ReadyPicture } from '../listing-form/use-pictures.ts'
import {
  type Beginning,
  deleteDraftFields,
  loadDraftFields,
  newDraftFields,
  type SellDraft,
  type SellPayment,
  saveDraftFields,
} from './sell-draft.ts'

export type SellDraftTools = NonNullable<ReturnType<typeof useSellDraft>>

/** The year it is in Nairobi. */
export function yearNow(): number {
  return Number(nairobiDay(serverNow()).slice(0, 4))
}

/** The draft of a car for sale, kept at every change; undefined for the moment until it is opened. */
export function useSellDraft() {
  const owner = useSession()?.owner?.id ?? ''
  const { listingPlans: plans } = useSettings()
  const [draft, setDraft] = useState<SellDraft>()
  // A draft that nobody touched is not worth keeping, nor taking along.
  const touched = useRef(false)
  const keeper = useOwnDraft(owner, { draft, setDraft, touched, plans })
  // Signed out, the draft lives as long as the page: the next person on this machine must not find it.
  useKeep(owner === '' && keeper !== '' ? undefined : keeper, draft, touched)
  if (!draft) return undefined

  const add = (change: (last: SellDraft) => Partial<SellDraft>) =>
    setDraft((last) => (last ? { ...last, ...change(last) } : last))
  const begin = (afterReset: boolean) => {
    touched.current = false
    void drop(keeper)
    setDraft({ ...newDraftFields({ thisYear: yearNow(), plans }, { afterReset }), pictures: [] })
  }
  return {
    draft,
    change(some: Partial<ListingValues>) {
      touched.current = true
      add(({ values }) => ({ values: { ...values, ...some } }))
    },
    changePayment(some: Partial<SellPayment>) {
      touched.current = true
      add(({ payment }) => ({ payment: { ...payment, ...some } }))
    },
    changePictures(change: (pictures: readonly ReadyPicture[]) => readonly ReadyPicture[]) {
      touched.current = true
      add(({ pictures }) => ({ pictures: change(pictures) }))
    },
    saveAttemptKey: (attemptKey: string) => add(() => ({ attemptKey })),
    startOver: () => begin(false),
    afterListing: () => begin(true),
  }
}

type Opening = {
  draft: SellDraft | undefined
  setDraft: (draft: SellDraft) => void
  touched: { current: boolean }
  plans: ListingPlans
}

/** Opens the draft of whoever is here, and hands a visitor's to the one who signs in; answers under whom it is kept. */
function useOwnDraft(owner: string, { draft, setDraft, touched, plans }: Opening): string {
  const [keeper, setKeeper] = useState(owner)
  const take = useEffectEvent(async (signal: AbortSignal) => {
    // Whoever is signed out in the middle keeps what is on the screen.
    if (draft && (owner === '' || owner === keeper)) return
    if (draft && keeper === '' && touched.current) {
      setKeeper(owner)
      await savePictures(owner, draft.pictures)
      await drop('')
      return
    }
    const beginning = { thisYear: yearNow(), plans }
    const own = await openDraft(owner, beginning)
    const opened = own ?? (await openDraft('', beginning))
    if (signal.aborted) return
    touched.current = opened !== undefined
    setKeeper(owner)
    setDraft(opened ?? { ...newDraftFields(beginning), pictures: [] })
    if (!own && opened && owner !== '') {
      await savePictures(owner, opened.pictures)
      await drop('')
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner is the event
  useEffect(() => {
    const leaving = new AbortController()
    void take(leaving.signal)
    return () => leaving.abort()
  }, [owner])
  return keeper
}

function useKeep(keeper: string | undefined, draft: SellDraft | undefined, touched: { current: boolean }) {
  const pictures = draft?.pictures
  useEffect(() => {
    if (keeper === undefined || !draft || !touched.current) return
    const { values, payment, attemptKey } = draft
    saveDraftFields(keeper, { values, payment, attemptKey })
  }, [keeper, draft, touched])
  useEffect(() => {
    if (keeper !== undefined && pictures && touched.current) void savePictures(keeper, pictures)
  }, [keeper, pictures, touched])
}

async function openDraft(owner: string, beginning: Beginning): Promise<SellDraft | undefined> {
  const words = loadDraftFields(owner, beginning)
  return words && { ...words, pictures: await loadPictures(owner) }
}

async function drop(owner: string): Promise<void> {
  deleteDraftFields(owner)
  await deletePictures(owner)
}

/** Pictures of drafts. The end of a session deletes their database; without it they live as long as the page. */
const inStore = browserStore('twende', 'pictures of drafts')

async function savePictures(owner: string, pictures: readonly ReadyPicture[]): Promise<void> {
  await inStore('readwrite', (store) => store.put([...pictures], owner))
}

async function deletePictures(owner: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(owner))
}

/** Nothing where the browser keeps nothing, as in some private windows. */
async function loadPictures(owner: string): Promise<readonly ReadyPicture[]> {
  const kept: unknown = await inStore('readonly', (store) => store.get(owner))
  return Array.isArray(kept) ? kept.filter(isPicture) : []
}

function isPicture(kept: unknown): kept is ReadyPicture {
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('blob' in kept)) return false
  return typeof kept.id === 'string' && kept.blob instanceof Blob
}
