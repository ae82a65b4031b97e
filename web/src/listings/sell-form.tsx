import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { type FocusEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'
import { usePictures } from './listing-form/use-pictures.ts'
import { SellAside } from './sell-aside.tsx'
import { SellBar } from './sell-bar.tsx'
import { SELL_LAYOUT } from './sell-layout.ts'
import { type Listed, listedOf } from './sell-listed.ts'
import { SellParts } from './sell-parts.tsx'
import { firstProblem, type SellProblems, sellProblems } from './sell-rules.ts'
import { sectionsDone } from './sell-sections.ts'
import { useProblems } from './use-problems.ts'
import { type SellDraftTools, yearNow } from './use-sell-draft.ts'
import { useSellLists } from './use-sell-lists.ts'
import { useSendListing } from './use-send-listing.ts'

/** Everything a seller fills in, and the way it is sent. */
export function SellForm({ tools }: { tools: SellDraftTools }) {
  const { draft } = tools
  const signedIn = useSession() !== null
  const lists = useSellLists()
  const thisYear = yearNow()
  const knowing = { thisYear, plans: useSettings().listingPlans }
  const form = useRef<HTMLFormElement>(null)
  const all = sellProblems(draft, knowing)
  const { shown, reveal, revealAll, hideAll } = useProblems(all)
  const pictures = usePictures({ pictures: draft.pictures, onChange: tools.changePictures })
  const focusOn = (field: keyof SellProblems) => focusField(form.current, field)
  const { sending, send, rest } = useSend(tools, (field) => focusOn(field))

  function submit() {
    if (lists.loading || sending.state === 'sending') return
    const problem = firstProblem(draft, { signedIn, ...knowing })
    if (!problem) return void send(draft)
    toast.error(problem.sentence, 'sell')
    if (!signedIn) return openLogin()
    revealAll()
    if (problem.field) focusOn(problem.field)
  }
  async function startOver() {
    const sentence = 'Start over with an empty form?'
    const more = 'What you typed and the pictures are removed from this browser.'
    if (!(await ask({ sentence, more, yes: 'Start over', no: 'Keep it', danger: true }))) return
    hideAll()
    rest()
    tools.startOver()
    window.scrollTo({ top: 0 })
  }
  const done = sectionsDone(all)
  return (
    <div className={SELL_LAYOUT}>
      <form
        ref={form}
        noValidate
        aria-label="List Your Car for Sale"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onBlur={(event: FocusEvent<HTMLFormElement, HTMLElement>) =>
          reveal(event.target.getAttribute('name'))
        }
        className="grid min-w-0 grid-cols-1 gap-6"
      >
        <SellParts tools={tools} problems={shown} pictures={pictures} lists={lists} thisYear={thisYear} />
        <SellBar
          signedIn={signedIn}
          loading={lists.loading}
          sending={sending}
          done={done.size}
          onStartOver={() => void startOver()}
        />
      </form>
      <SellAside draft={draft} picture={pictures.shown[0]?.address} done={done} />
    </div>
  )
}

/** Sends the draft and, once the car is listed, clears it and shows how the payment stands. */
function useSend(tools: SellDraftTools, onRefused: (field: keyof SellProblems) => void) {
  const navigate = useNavigate()
  const { email, mpesaPhoneNumber: phone } = tools.draft.payment
  const show = (listed: Listed) => {
    tools.afterListing()
    void navigate(links.sell, { state: { listed }, replace: true })
  }
  return useSendListing({
    keepAttempt: tools.keepAttempt,
    onListed: (answer) => show(listedOf(answer, { email, phone })),
    onListedBefore: () => {
      tools.afterListing()
      toast.info(
        'This car was already listed by your earlier try. You can change it in My Listings.',
        'upload',
      )
      void navigate(links.listings)
    },
    onRefused,
  })
}

/** The input of a field; a list of features and the pictures have one that adds to them. */
function focusField(form: HTMLFormElement | null, field: keyof SellProblems) {
  const name = field === 'features' ? 'feature' : field
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
