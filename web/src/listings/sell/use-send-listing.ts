import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, forgetToken } from '@twende/ui/accounts/session.ts'
import { useFreshSettings } from '@twende/ui/api/settings.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { newKey } from '@twende/ui/form/new-key.ts'
import { useRef, useState } from 'react'
import { type SellDraft, sellFields } from './sell-draft.ts'

import type { SellProblems } from './sell-rules.ts'
import {
  failureMessage,
  isUncertain,
  type ListedCar,
  quartersReached,
  type UploadOutcome,
  uploadListing,
} from './upload-listing.ts'

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; percent: number }
  /** `again`: nothing is wrong with the form, so that it can be sent once more as it is. */
  | { state: 'failed'; sentence: string; again: boolean }

type Wiring = {
  saveAttemptKey: (key: string) => void
  onListed: (answer: ListedCar) => void
  /** An earlier try, whose answer was lost, did list the car. */
  onListedBefore: () => void
  /** It is about this field, for this reason. */
  onRefused: (field: keyof SellProblems, reason: string) => void
  /** It is about this photo alone; all others can stay. */
  onPictureRefused: (id: string, reason: string) => void
}

/** Sends a car for sale once however often it is tapped, and meets each way in which that can end. */
export function useSendListing({
  saveAttemptKey,
  onListed,
  onListedBefore,
  onRefused,
  onPictureRefused,
}: Wiring) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const busy = useRef(false)
  const readSettings = useFreshSettings()

  async function send(draft: SellDraft): Promise<void> {
    const token = currentSession()?.token
    if (busy.current || !token) return
    busy.current = true
    const idempotencyKey = draft.attemptKey || newKey()
    saveAttemptKey(idempotencyKey)
    setSending({ state: 'sending', percent: 0 })
    toast.info(m.sell_uploading(), 'upload')
    const outcome = await uploadListing({
      fields: sellFields(draft),
      pictures: draft.pictures.map(({ blob }) => blob),
      token,
      idempotencyKey,
      onProgress: tellProgress((percent) => setSending({ state: 'sending', percent })),
    })
    busy.current = false
    end(outcome, draft)
  }

  function end(outcome: UploadOutcome, { pictures }: SellDraft) {
    if (outcome.kind === 'listed') {
      toast.success(outcome.answer.message || m.sell_listed(), 'upload')
      setSending({ state: 'idle' })
      return onListed(outcome.answer)
    }
    // The key stays: an earlier answer may have been lost, and a car that was refused was not listed under it.
    const code = outcome.kind === 'refused' ? outcome.code : ''
    if (code === 'idempotency_conflict') return onListedBefore()
    const at = outcome.kind === 'refused' ? outcome.picture : undefined
    const refused = at === undefined ? undefined : pictures[at]
    const why = failureMessage(outcome)
    const sentence = refused && at !== undefined ? m.picture_refused({ place: at + 1, why }) : why
    toast.error(sentence, 'upload')
    setSending({ state: 'failed', sentence, again: isUncertain(outcome) })
    if (code === 'not_signed_in') {
      forgetToken()
      openLogin({ prompt: true })
    }
    // The prices on the page are those of yesterday.
    if (code === 'listing_plan_unknown') void readSettings()
    if (refused) onPictureRefused(refused.id, sentence)
    const field = refusedFields.get(code)
    if (field) onRefused(field, sentence)
  }

  return { sending, send, rest: () => setSending({ state: 'idle' }) }
}

/** Where to look after a refusal. */
const refusedFields: ReadonlyMap<string, keyof SellProblems> = new Map([
  ['listing_needs_picture', 'pictures'],
  ['picture_unsupported', 'pictures'],
  ['picture_unreadable', 'pictures'],
  ['picture_too_large', 'pictures'],
  ['category_unknown', 'category'],
  ['location_unknown', 'location'],
  ['listing_plan_unknown', 'amount'],
  ['mpesa_code_used', 'mpesaMessage'],
] as const)

/** Tells each percent to the button and each quarter to the person. */
function tellProgress(show: (percent: number) => void): (percent: number) => void {
  let before = 0
  return (percent) => {
    for (const quarter of quartersReached(before, percent)) {
      toast.info(m.sell_upload_progress({ percent: quarter }), `upload-${quarter}`)
    }
    before = Math.max(before, percent)
    show(percent)
  }
}
