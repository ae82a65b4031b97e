import { ApiError } from '@twende/contract/http/call.ts'
import { type FormEvent, useRef, useState } from 'react'

/** Runs a form's one action: never twice at a time, and says in a sentence why it was refused. */
export function useSubmit(act: (form: FormData) => Promise<void>, unreachable: string) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const running = useRef(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setPending(true)
    setProblem('')
    try {
      await act(new FormData(event.currentTarget))
    } catch (error) {
      const said = error instanceof ApiError && error.code !== 'unreachable' && error.code !== 'internal'
      setProblem(said ? error.message : unreachable)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { submit, pending, problem, setProblem }
}

/** A text field of a submitted form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
