import { useState } from 'react'
import { WhenOpen } from '../controls/when-open.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { useContactProofRequest } from './contact-proof-prompt.ts'

const ContactProofDialog = lazyWithRetry(() =>
  import('./contact-proof-dialog.tsx').then((module) => module.ContactProofDialog),
)

/** Shows the one dialog in which a person proves an email address or a phone number; once on each page. */
export function ContactProofHost() {
  const request = useContactProofRequest()
  // The dialog that closes still shows what it asked for.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  return (
    <WhenOpen open={request !== undefined}>
      {shown && <ContactProofDialog key={shown.asked} open={request !== undefined} request={shown} />}
    </WhenOpen>
  )
}
