import { normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'

/** What the account knows of its owner; phones empty where it knows none. */
type KnownPerson = { name: string; email: string; phone: string }

/** The person who is signed in, for fields that one tap can fill. */
export function useKnownPerson(): KnownPerson | undefined {
  const token = useSession()?.token
  const [known, setKnown] = useState<KnownPerson>()
  useEffect(() => {
    const leaving = new AbortController()
    setKnown(undefined)
    // Convenience only: without an answer there is nothing to offer.
    if (token) askWho(leaving.signal).then(setKnown, () => {})
    return () => leaving.abort()
  }, [token])
  return known
}

async function askWho(signal: AbortSignal): Promise<KnownPerson> {
  const { data } = await call('GET /api/user/me', {}, { signal })
  return { name: data.name, email: data.email, phone: mpesaPhoneOf(data.phone ?? '') }
}

/** A number as people read it; nothing where M-Pesa has no such number. */
export function mpesaPhoneOf(text: string): string {
  return normaliseKenyanPhone(text) ? showPhone(text) : ''
}

/** Fills fields with what is known already. */
export function FillButton({ words, onFill }: { words: string; onFill: () => void }) {
  return (
    <Button
      size="sm"
      variant="secondary"
      onClick={onFill}
      icon={<UserRound aria-hidden="true" className="size-4" />}
      className="justify-self-start"
    >
      {words}
    </Button>
  )
}
