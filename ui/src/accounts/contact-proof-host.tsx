import { useState } from 'react'
import { WhenOpen } from '../controls/when-open.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { type ContactProofRequest, useContactProofRequest } from './contact-proof-prompt.ts'

const ContactProofDialog = lazyWithRetry(() =>
  import('./contact-proof-dialog.tsx').then((module) => module.ContactProofDialog),
)

/** Shows the one dialog in which a person proves an email address or a phone number; once on each page. */
export function ContactProofHost() {
  const request = useContactProofRequest()
  const [shown, setShown] = useState<ContactProofRequest>()
  const [round, setRound] = useState(0)
  if (request && request !== shown) {
    setShown(request)
    setRound(round + 1)
  }
  return (
    <WhenOpen open={request !== undefined}>
      {shown && <ContactProofDialog key={round} open={request !== undefined} request={shown} />}
    </WhenOpen>
  )
}
