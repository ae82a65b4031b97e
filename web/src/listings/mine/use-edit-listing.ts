import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { EditedFacts } from '@twende/contract/listings/listing-fields.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { refusedPicture } from '@twende/ui/pictures/picture-order.ts'
import { useState } from 'react'
import { listingProblems } from '../listing-form/listing-rules.ts'
import { editOf, isChanged, rebase, reviewOf, valuesOf } from './edit-listing-values.ts'
import { errorMessage, isSignedOut } from './own-listing-format.ts'

type Saving = { onSaved: () => void; onNews: () => void }

/** An edit of one's own listing, from what is there to what is saved. */
export function useEditListing(first: OwnListing, { onSaved, onNews }: Saving) {
  const [base, setBase] = useState(first)
  const [replaced, setReplaced] = useState<ReadonlyMap<number, Blob>>(new Map())
  const form = useAppForm({
    defaultValues: valuesOf(first),
    bodyOf: (typed) => editOf(base, typed),
    check: (typed) => listingProblems(typed, Number(nairobiDay(serverNow()).slice(0, 4)), EditedFacts),
    onSubmit: async (edit) => {
      try {
        const { reviewed } = await saveEdit(edit, replaced)
        toast.success(m.edit_listing_saved())
        if (reviewed.length > 0) toast.info(m.edit_listing_saved_for_review())
        onSaved()
        return undefined
      } catch (error) {
        const refused = placeRefused(error, replaced)
        if (error instanceof ApiError && refused !== undefined) {
          setReplaced(withoutPlace(replaced, refused, base.pictures.length))
          const words = { place: refused + 1, why: error.message }
          return refused < base.pictures.length ? m.picture_refused(words) : m.picture_refused_removed(words)
        }
        if (isSignedOut(error)) return openLogin({ prompt: true, onSignedIn: () => void form.submit() })
        toast.error(m.edit_listing_failed())
        if (!isOutdated(error)) throw error
        return catchUp().catch(() => errorMessage(error, m.edit_listing_failed()))
      }
    },
    unreachable: m.edit_listing_failed(),
  })

  /** Takes in what somebody else changed, and leaves what was typed here on top of it. */
  async function catchUp(): Promise<string> {
    const now = await latest(base._id)
    onNews()
    if (!now) return m.edit_listing_deleted_meanwhile()
    form.reset(rebase(form.getValues(), valuesOf(base), valuesOf(now)))
    setBase(now)
    return m.edit_listing_changed_meanwhile()
  }

  const values = form.watch()
  return {
    base,
    form,
    replaced,
    setReplaced,
    changed: isChanged(values, valuesOf(base)) || replaced.size > 0,
    reviewed: reviewOf(base, values, replaced),
  }
}

/** The place of the new photo that was not accepted: the answer counts the photos in the order in which they were sent. */
function placeRefused(error: unknown, replaced: ReadonlyMap<number, Blob>): number | undefined {
  const at = error instanceof ApiError ? refusedPicture(error.data) : undefined
  return at === undefined ? undefined : [...replaced.keys()][at]
}

/** The other new photos; those that were added behind it move up, so that no place between them is empty. */
function withoutPlace(replaced: ReadonlyMap<number, Blob>, place: number, kept: number) {
  const isAdded = place >= kept
  const rest = [...replaced].filter(([at]) => at !== place)
  return new Map(rest.map(([at, blob]) => [isAdded && at > place ? at - 1 : at, blob] as const))
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

type Edit = ReturnType<typeof editOf>

type Saved = { updatedListing: OwnListing; reviewed: readonly string[] }

/** Saves an edit; pictures travel with it, each to its place from 0 to 3. */
async function saveEdit(body: Edit, pictures: ReadonlyMap<number, Blob>): Promise<Saved> {
  if (pictures.size === 0) return call('POST /api/sell/update', { body })
  const fields = new Map([...pictures].map(([place, picture]) => [`image${place + 1}`, picture]))
  return formCall(fields)('POST /api/sell/update', { body })
}
