import { m } from '@twende/messages'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Input } from '../controls/field.tsx'

/** A password with an eye to check what one typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-14" />
      <span className="absolute inset-y-0 right-0.5 grid place-items-center">
        <IconButton
          label={shown ? m.control_password_hide() : m.control_password_show()}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? (
            <EyeOff aria-hidden="true" className="size-5" />
          ) : (
            <Eye aria-hidden="true" className="size-5" />
          )}
        </IconButton>
      </span>
    </span>
  )
}

/** Why the form was refused, read out at once. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="contents">
      {children && (
        <p className="flex items-start gap-2 rounded-md bg-clay-tint px-4 py-3 font-medium text-clay-deep">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {children}
        </p>
      )}
    </div>
  )
}

/** A link-like button inside a sentence. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-sm px-1 font-semibold text-acacia underline underline-offset-4 hover:text-acacia-deep"
    >
      {children}
    </button>
  )
}
