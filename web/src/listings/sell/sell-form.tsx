import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form } from '@twende/ui/form/fields.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useKeptValues } from '@twende/ui/form/use-kept-values.ts'
import { CloudOff, RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { usePictures } from '../listing-form/use-pictures.ts'
import { SellAside } from './sell-aside.tsx'
import type { SellFields } from './sell-draft.ts'
import { type Listed, listedOf } from './sell-listed.ts'
import { SellParts } from './sell-parts.tsx'
import { firstProblem, SELL_SECTIONS, sectionsDone, sellProblems } from './sell-rules.ts'
import { SELL_LAYOUT } from './sell-skeleton.tsx'
import { type SellDraftTools, yearNow } from './use-sell-draft.ts'
import { useSellLists } from './use-sell-lists.ts'
import { type Sending, useSendListing } from './use-send-listing.ts'

/** Everything a seller fills in, and the way it is sent. */
export function SellForm({ tools }: { tools: SellDraftTools }) {
  const { draft } = tools
  const signedIn = useSession() !== null
  const lists = useSellLists()
  const thisYear = yearNow()
  const context = { thisYear, plans: useSettings().listingPlans }
  const done = sectionsDone(sellProblems(draft, context))
  const pictures = usePictures({ pictures: draft.pictures, onChange: tools.changePictures })
  const form = useSellFields(tools, context, () => send(draft))
  const { sending, send, rest } = useSend(tools, pictures.refuse, (field, message) => {
    if (field !== 'pictures') form.setError(field, { message })
    form.ref.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  })

  async function submit() {
    if (lists.loading || sending.state === 'sending') return false
    if (signedIn) return form.submit()
    toast.error(m.validation_sell_login(), 'sell')
    openLogin()
    return false
  }
  async function startOver() {
    const sentence = m.sell_start_over_question()
    const more = m.sell_start_over_detail()
    if (!(await ask({ sentence, more, yes: m.sell_start_over(), no: m.sell_start_over_no(), danger: true })))
      return
    form.reset(form.getValues())
    rest()
    tools.startOver()
    window.scrollTo({ top: 0 })
  }
  return (
    <div className={SELL_LAYOUT}>
      <Form form={{ ...form, submit }} label={m.sell_page_title()} className="grid min-w-0 grid-cols-1 gap-6">
        <SellParts tools={tools} form={form} pictures={pictures} lists={lists} thisYear={thisYear} />
        <SellBar
          signedIn={signedIn}
          loading={lists.loading}
          sending={sending}
          done={done.size}
          onStartOver={() => void startOver()}
        />
      </Form>
      <SellAside draft={draft} picture={pictures.shown[0]?.address} done={done} />
    </div>
  )
}

type FormContext = Parameters<typeof sellProblems>[1]

/** The fields of the draft. Of all that is wrong, the first in the order of the specification is told and has the focus. */
function useSellFields(tools: SellDraftTools, context: FormContext, onSubmit: () => Promise<void>) {
  const { draft, change, changePayment } = tools
  const { values, payment, pictures } = draft
  const kept = useMemo(() => ({ ...values, ...payment }), [values, payment])
  const form = useAppForm<SellFields>({
    defaultValues: kept,
    check: (typed) => sellProblems({ values: typed, payment: typed, pictures }, context),
    checkOnLeave: true,
    onSubmit,
    onFailure: () => {
      const problem = firstProblem(draft, { signedIn: true, ...context })
      if (problem) toast.error(problem.sentence, 'sell')
      // A list of features has an input that adds to it.
      return problem?.field === 'features' ? 'feature' : problem?.field
    },
  })
  useKeptValues(form, kept, (typed) => {
    const [name = ''] = Object.keys(typed)
    if (name in payment) changePayment(typed)
    else change(typed)
  })
  return form
}

/** Sends the draft and, once the car is listed, clears it and shows how the payment stands. */
function useSend(
  tools: SellDraftTools,
  onPictureRefused: SendWiring['onPictureRefused'],
  onRefused: SendWiring['onRefused'],
) {
  const navigate = useNavigate()
  const { email, mpesaPhoneNumber: phone } = tools.draft.payment
  const show = (listed: Listed) => {
    tools.afterListing()
    void navigate(links.sell, { state: { listed }, replace: true })
  }
  return useSendListing({
    saveAttemptKey: tools.saveAttemptKey,
    onListed: (answer) => show(listedOf(answer, { email, phone })),
    onListedBefore: () => {
      tools.afterListing()
      toast.info(m.sell_listed_before(), 'upload')
      void navigate(links.listings)
    },
    onRefused,
    onPictureRefused,
  })
}

type SendWiring = Parameters<typeof useSendListing>[0]

type SellBarProps = {
  signedIn: boolean
  loading: boolean
  sending: Sending
  /** How many parts of the form have nothing left to do. */
  done: number
  onStartOver: () => void
}

/** The button that sends the form, how far the form and the upload are, and what went wrong with the last try. */
function SellBar({ signedIn, loading, sending, done, onStartOver }: SellBarProps) {
  const uploading = sending.state === 'sending'
  return (
    <>
      {sending.state === 'failed' && (
        <div role="alert" className="flex items-start gap-3 rounded-md bg-clay-tint p-4 text-clay-deep">
          <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <p>
            <strong className="block">{sending.sentence}</strong>
            {sending.again ? m.sell_failed_send_again() : m.sell_failed_kept()}
          </p>
        </div>
      )}
      <StickyBar className="flex-wrap gap-y-2">
        <div className="w-full md:order-last">
          {uploading ? <UploadProgress percent={sending.percent} /> : <FormProgress done={done} />}
        </div>
        <Button
          type="submit"
          aria-disabled={loading || uploading}
          aria-busy={uploading || undefined}
          className="flex-1 max-md:px-3 aria-disabled:opacity-70"
        >
          <span className="figures">{buttonLabel({ signedIn, loading, sending })}</span>
        </Button>
        <Button
          variant="quiet"
          aria-label={m.sell_start_over()}
          disabled={uploading}
          onClick={onStartOver}
          icon={<RotateCcw aria-hidden="true" className="size-5" />}
          className="max-md:px-3"
        >
          <span className="hidden md:inline">{m.sell_start_over()}</span>
        </Button>
      </StickyBar>
    </>
  )
}

function buttonLabel({
  signedIn,
  loading,
  sending,
}: Pick<SellBarProps, 'signedIn' | 'loading' | 'sending'>): string {
  if (!signedIn) return m.sell_button_signed_out()
  if (loading) return m.sell_button_loading()
  if (sending.state === 'sending') return m.sell_button_uploading({ percent: sending.percent })
  return m.sell_button_send()
}

function UploadProgress({ percent }: { percent: number }) {
  return (
    <progress
      aria-label={m.sell_upload_label()}
      max={100}
      value={percent}
      className="block h-2 w-full accent-acacia"
    />
  )
}

function FormProgress({ done }: { done: number }) {
  const all = SELL_SECTIONS.length
  return (
    <p className="figures flex items-center gap-3 text-sm text-soft">
      <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-sand">
        <span className="block h-full rounded-full bg-acacia" style={{ width: `${(done / all) * 100}%` }} />
      </span>
      {done === all ? m.sell_parts_all_done() : m.sell_parts_done({ done, all })}
    </p>
  )
}
