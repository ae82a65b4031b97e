import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { m } from '@twende/messages'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { closeLogin, type LoginRequest, useLoginRequest } from './login-prompt.ts'
import { CodeForm, ForgotForm, ResetForm } from './recovery-forms.tsx'
import { signIn } from './session.ts'
import { type EmailProps, LoginForm } from './sign-in-forms.tsx'

const SecondStepForm = lazyWithRetry(() => import('./proof-form.tsx').then((module) => module.SecondStepForm))

type Step = 'needed' | 'login' | 'signup' | 'second' | 'forgot' | 'code' | 'reset'

const titles: Record<Step, () => string> = {
  needed: m.login_needed_title,
  login: m.common_log_in,
  signup: m.common_sign_up,
  second: m.login_second_step_title,
  forgot: m.login_forgot_title,
  code: m.login_code_title,
  reset: m.login_reset_password,
}

const descriptions: Partial<Record<Step, () => string>> = {
  second: m.login_second_step_text,
  forgot: m.login_forgot_text,
  code: m.login_code_text,
  reset: m.login_reset_text,
}

export type SignUpFormProps = EmailProps & { onDone: (token: string) => void; onLogin: () => void }

type PopupContent = {
  /** What has to be agreed to with each login. */
  terms?: ReactNode
  /** Left out where nobody signs up. */
  SignUpForm?: ComponentType<SignUpFormProps>
}

/** Login, sign-up and the recovery chain; opened from anywhere by `openLogin`. */
export function LoginPopup(content: PopupContent) {
  const request = useLoginRequest()
  const [shown, setShown] = useState<LoginRequest | null>(request)
  if (request && request !== shown) setShown(request)
  // A new wish starts at its own first step; a closed popup keeps its last face while it leaves.
  return shown && <Popup key={wishNumber(shown)} wish={shown} open={request !== null} {...content} />
}

function Popup({ wish, open, terms, SignUpForm }: PopupContent & { wish: LoginRequest; open: boolean }) {
  const [step, setStep] = useState<Step>(wish.prompt ? 'needed' : wish.mode)
  const [email, setEmail] = useState(wish.email ?? '')
  const [notice, setNotice] = useState('')
  const [question, setQuestion] = useState<ProofQuestion>()
  const go = (next: Step, words = '') => {
    setNotice(words)
    setStep(next)
  }
  const signUp = SignUpForm && (() => go('signup'))
  const finish = (token: string) => {
    signIn(token)
    closeLogin()
    wish.onSignedIn?.()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || closeLogin()}
      title={titles[step]()}
      description={descriptions[step]?.()}
      size="sm"
    >
      {notice && (
        <p role="status" className="mb-4 rounded-md bg-acacia-tint px-4 py-3 font-medium text-acacia-deep">
          {notice}
        </p>
      )}
      {step === 'needed' && <LoginNeeded onLogin={() => go('login')} onSignUp={signUp} />}
      {step === 'login' && (
        <LoginForm
          email={email}
          onEmail={setEmail}
          onDone={finish}
          onSecondStep={(asked) => {
            setQuestion(asked)
            go('second')
          }}
          onForgot={() => go('forgot')}
          onSignUp={signUp}
          terms={terms}
        />
      )}
      {step === 'second' && question && (
        <Suspense fallback={<p aria-busy="true" className="min-h-32" />}>
          <SecondStepForm question={question} onDone={finish} onBack={(words) => go('login', words)} />
        </Suspense>
      )}
      {step === 'signup' && SignUpForm && (
        <SignUpForm email={email} onEmail={setEmail} onDone={finish} onLogin={() => go('login')} />
      )}
      {step === 'forgot' && (
        <ForgotForm
          email={email}
          onEmail={setEmail}
          onSent={(words) => go('code', words)}
          onLogin={() => go('login')}
        />
      )}
      {step === 'code' && (
        <CodeForm email={email} onProved={() => go('reset')} onAgain={() => go('forgot')} />
      )}
      {step === 'reset' && <ResetForm email={email} onDone={(words) => go('login', words)} />}
    </Dialog>
  )
}

const numbers = new WeakMap<LoginRequest, number>()
let lastNumber = 0

function wishNumber(wish: LoginRequest): number {
  const known = numbers.get(wish)
  if (known) return known
  numbers.set(wish, ++lastNumber)
  return lastNumber
}

/** What a visitor sees who wants something that needs an account. */
function LoginNeeded({ onLogin, onSignUp }: { onLogin: () => void; onSignUp?: (() => void) | undefined }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="mb-2 text-soft">{m.login_needed_text()}</p>
      <Button wide onClick={onLogin}>
        {m.common_log_in()}
      </Button>
      {onSignUp && (
        <Button wide variant="secondary" onClick={onSignUp}>
          {m.login_create_account()}
        </Button>
      )}
    </div>
  )
}
