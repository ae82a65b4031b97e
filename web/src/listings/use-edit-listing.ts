import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { type FormEvent, useRef, useState } from 'react'
import { saveEdit } from './edit-listing-upload.ts'
import { editOf, isChanged, rebase, reviewOf, valuesOf } from './edit-listing-values.ts'
import { FIELD_ORDER, listingProblems } from './listing-form/listing-rules.ts'
import type { ListingForm, ListingValues } from './listing-form/listing-values.ts'
import { isSignedOut, wordsOf } from './own-listing-words.ts'

const CHANGED_MEANWHILE =
  'This listing was changed meanwhile, by you elsewhere or by our staff. Your changes are laid over what is there now: please look it over and save again.'
const GONE = 'This listing was deleted meanwhile.'

type Saving = { onSaved: () => void; onNews: () => void }

/** An edit of one's own listing, from what is there to what is saved. */
export function useEditListing(first: OwnListing, { onSaved, onNews }: Saving) {
  const [base, setBase] = useState(first)
  const [values, setValues] = useState(() => valuesOf(first))
  const [replaced, setReplaced] = useState<ReadonlyMap<number, Blob>>(new Map())
  const [tried, setTried] = useState(false)
  const found = listingProblems(values, Number(nairobiDay(serverNow()).slice(0, 4)))

  async function save() {
    const { reviewed } = await saveEdit(editOf(base, values), replaced)
    toast.success('Listing updated successfully')
    if (reviewed.length > 0) toast.info('Buyers see the changed facts as soon as we have checked them.')
    onSaved()
  }

  /** Takes in what somebody else changed, and leaves what was typed here on top of it. */
  async function catchUp(): Promise<string> {
    const now = await latest(base._id)
    onNews()
    if (!now) return GONE
    setValues((typed) => rebase(typed, valuesOf(base), valuesOf(now)))
    setBase(now)
    return CHANGED_MEANWHILE
  }

  const { pending, trouble, start } = useSaving(save, catchUp)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const wrong = [...FIELD_ORDER, 'features' as const].find((field) => found[field] !== undefined)
    const control = wrong && event.currentTarget.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
    else if (!wrong) void start()
  }

  const change = (some: Partial<ListingValues>) => setValues((typed) => ({ ...typed, ...some }))
  const form: ListingForm = { values, change, problems: tried ? found : {} }
  return {
    base,
    form,
    replaced,
    setReplaced,
    pending,
    trouble,
    submit,
    changed: isChanged(values, valuesOf(base)) || replaced.size > 0,
    reviewed: reviewOf(base, values, replaced),
  }
}

/** Saves once at a time, and says why it could not; `catchUp` tells what to do about a change made elsewhere. */
function useSaving(save: () => Promise<void>, catchUp: () => Promise<string>) {
  const [pending, setPending] = useState(false)
  const [trouble, setTrouble] = useState('')
  const busy = useRef(false)

  async function start() {
    if (busy.current) return
    busy.current = true
    setPending(true)
    setTrouble('')
    try {
      await save()
    } catch (error) {
      if (isSignedOut(error)) return openLogin({ prompt: true, onSignedIn: () => void start() })
      toast.error('Error updating listing')
      const words = wordsOf(error, 'Error updating listing')
      setTrouble(isOutdated(error) ? await catchUp().catch(() => words) : words)
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { pending, trouble, start }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'listing_wrong_state'
}

export type EditedListing = ReturnType<typeof useEditListing>

async function latest(listingId: string): Promise<OwnListing | undefined> {
  const params = { userId: currentSession()?.owner?.id ?? '' }
  const { data } = await call('GET /api/sell/user/:userId', { params })
  return data.find(({ _id }) => _id === listingId)
}
