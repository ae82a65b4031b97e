import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { Check, ShieldCheck } from 'lucide-react'
import { links } from '../../links.ts'

const advice = [
  [m.listing_page_safety_deposit, m.listing_page_safety_deposit_why],
  [m.listing_page_safety_records, m.listing_page_safety_records_why],
  [m.listing_page_safety_logbook, m.listing_page_safety_logbook_why],
  [m.listing_page_safety_meeting, m.listing_page_safety_meeting_why],
  [m.listing_page_safety_payment, m.listing_page_safety_payment_why],
] as const

const tips = [
  m.contact_seller_tip_visit,
  m.contact_seller_tip_questions,
  m.contact_seller_tip_place,
  m.contact_seller_tip_writing,
]

/** What to think of before one writes to a seller. Import it lazily. */
export function ContactTips() {
  return (
    <>
      <h3 className="mt-6 text-lg">{m.contact_seller_tips_title()}</h3>
      <ul className="mt-3 grid gap-2 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-acacia">
        {tips.map((tip, at) => (
          <li key={at}>
            <Check aria-hidden="true" />
            {tip()}
          </li>
        ))}
      </ul>
    </>
  )
}

/** How to buy from a stranger and keep one's money, and an agreement to write it down. */
export function SafetyPanel({ listingId }: { listingId: string }) {
  return (
    <section aria-labelledby="buy-safely" className="mt-10 rounded-lg bg-sunrise-tint p-5 sm:p-6">
      <h2 id="buy-safely" className="flex items-center gap-2.5 text-2xl">
        <ShieldCheck aria-hidden="true" className="size-6 shrink-0 text-sunrise-ink" />
        {m.listing_page_safety_title()}
      </h2>
      <ol className="mt-4 grid gap-4">
        {advice.map(([rule, why], at) => (
          <li key={at}>
            <p className="font-semibold">{rule()}</p>
            <p className="text-sm">{why()}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5 border-t border-line pt-4 text-sm">{m.listing_page_safety_note()}</p>
      <p className="mt-4 text-sm">{m.listing_page_agreement_text()}</p>
      <LinkButton
        size="sm"
        variant="secondary"
        href={links.saleAgreement(listingId, getLocale())}
        download
        onClick={(event) => {
          event.preventDefault()
          void download(event.currentTarget.href)
        }}
        className="mt-3"
      >
        {m.listing_page_agreement_button()}
      </LinkButton>
    </section>
  )
}

/** Fetched by the script of the page, so that a refusal can be answered; without it the link does. */
async function download(address: string) {
  try {
    const { fetchFile, saveBlob } = await import('@twende/ui/api/file-calls.ts')
    const { bytes, name } = await fetchFile(address)
    saveBlob(bytes, name ?? 'sale-agreement.pdf')
  } catch (error) {
    alertPerson(asRefusal(error).message, 'error')
  }
}
