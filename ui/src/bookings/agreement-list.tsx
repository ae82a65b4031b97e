import type { Agreement } from '@twende/contract/agreements/agreement.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../api/call.ts'
import { fetchPrivateFile } from '../api/private-picture.tsx'
import { Button } from '../controls/button.tsx'
import { toast } from '../controls/toast.ts'
import { agreementTitles } from './agreement-titles.ts'

type Agreements = Reply<'GET /api/booking/:bookingId/agreements'>

const BEING_MADE_MS = 4_000

/** The agreements of a booking, read anew when its status changes and while one is being made; undefined until they are known. */
export function useAgreements(bookingId: string, status: string): Agreements | undefined {
  const [known, setKnown] = useState<{ asked: string; agreements: Agreements }>()
  const [round, setRound] = useState(0)
  const asked = `${status} ${round}`
  useEffect(() => {
    const aborter = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => setRound((n) => n + 1), BEING_MADE_MS)
    }
    call('GET /api/booking/:bookingId/agreements', { params: { bookingId } }, aborter)
      .then((agreements) => {
        if (aborter.signal.aborted) return
        setKnown({ asked, agreements })
        if (agreements.beingMade.length > 0) again()
      })
      .catch(() => {
        // What the page shows stays; the next change reads it again.
      })
    return () => {
      aborter.abort()
      clearTimeout(timer)
    }
  }, [bookingId, asked])
  return known?.agreements
}

/** Each agreement with a button that downloads it. */
export function AgreementList({ bookingId, agreements }: { bookingId: string; agreements: Agreements }) {
  return (
    <ul className="grid gap-4">
      {agreements.data.map((agreement) => (
        <AgreementRow key={agreement._id} bookingId={bookingId} agreement={agreement} />
      ))}
      {agreements.beingMade.map((kind) => (
        <li key={kind} className="text-soft">
          {kind === 'handover' ? m.agreement_list_being_made() : m.agreement_list_report_being_made()}
        </li>
      ))}
    </ul>
  )
}

function AgreementRow({ bookingId, agreement }: { bookingId: string; agreement: Agreement }) {
  const { kind, number, madeAt, link } = agreement
  const [pending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      await downloadAgreement(bookingId, number)
    } catch {
      toast.error(m.agreement_list_failed(), 'agreement')
    }
    setPending(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">{agreementTitles[kind]()}</p>
        <p className="text-sm text-soft">{m.agreement_list_facts({ number, at: showInstant(madeAt) })}</p>
      </div>
      {link && (
        <Button
          size="sm"
          variant="secondary"
          pending={pending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void download()}
        >
          {m.agreement_list_download()}
        </Button>
      )}
    </li>
  )
}

/** Saves the file under its number. A link is asked for now, because one is valid for five minutes. */
async function downloadAgreement(bookingId: string, number: string): Promise<void> {
  const { data } = await call('GET /api/booking/:bookingId/agreements', { params: { bookingId } })
  const link = data.find((agreement) => agreement.number === number)?.link
  if (!link) throw new Error('the agreement has no file')
  const address = URL.createObjectURL(await fetchPrivateFile(link))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `${number}.pdf`
  anchor.click()
  URL.revokeObjectURL(address)
}
