import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { Button, type ButtonLook, LinkButton } from '@twende/ui/controls/button.tsx'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'

type SellCarButtonProps = ButtonLook & { className?: string; onDone?: () => void }

/** Goes to the sell form; a visitor signs in first and then lands there. */
export function SellCarButton({ onDone, ...look }: SellCarButtonProps) {
  const session = useSession()
  const navigate = useNavigate()
  if (session) {
    return (
      <LinkButton to={links.sell} {...look} onClick={onDone}>
        {m.sell_car()}
      </LinkButton>
    )
  }
  const signInFirst = () => {
    onDone?.()
    openLogin({ onSignedIn: () => void navigate(links.sell) })
  }
  return (
    <Button {...look} onClick={signInFirst}>
      {m.sell_car()}
    </Button>
  )
}
