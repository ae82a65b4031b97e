import { Button } from '../controls/button.tsx'

/** What a visitor sees who wants something that needs an account. */
export function LoginNeeded({
  onLogin,
  onSignUp,
}: {
  onLogin: () => void
  onSignUp?: (() => void) | undefined
}) {
  return (
    <div className="flex flex-col gap-3">
      <p className="mb-2 text-soft">
        We keep your bookings and cars with your account. It takes a minute, and you come right back here.
      </p>
      <Button wide onClick={onLogin}>
        Login
      </Button>
      {onSignUp && (
        <Button wide variant="secondary" onClick={onSignUp}>
          Create an account
        </Button>
      )}
    </div>
  )
}
