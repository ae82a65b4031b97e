import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }
type Checked = { issues?: readonly Issue[] | undefined }
/** A schema of the contract, as the Standard Schema interface of zod shows it. */
export type FormSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => Checked | Promise<Checked> }
}

/** Messages by the name of their field. */
export type FieldProblems<Values extends FieldValues> = { [Name in FieldPath<Values>]?: string | undefined }

type AppFormOptions<Values extends FieldValues, Body> = {
  defaultValues: Values
  /** What is saved, where it may change while the form is open: fields that nobody typed in follow it. */
  values?: Values
  /** The request as the schema reads it; its paths are the names of the fields. The values themselves if left out. */
  bodyOf?: (values: Values) => Body
  /** The contract's schema of the request. Public pages load it by a function: it is fetched when the form is first used. */
  schema?: FormSchema | (() => Promise<FormSchema>)
  /** Each field is also checked when it is left. */
  checkOnLeave?: boolean
  /** What the schema cannot know. */
  check?: (values: Values) => FieldProblems<Values>
  /** The field that a refusal with this code is about. */
  refusedAt?: { [code: string]: FieldPath<Values> }
  /** Sends it. An error of the API, or a sentence that it returns, is shown as the refusal; otherwise the form is done. */
  onSubmit: (body: Body, values: Values) => Promise<unknown>
  /** Told when it was not accepted. The focus goes to the control that it names, otherwise to the first that is wrong. */
  onFailure?: () => string | undefined
  /** Shown when there was no usable answer. */
  unreachable?: string
}

export type AppForm<Values extends FieldValues> = Omit<UseFormReturn<Values>, 'handleSubmit'> & {
  ref: RefObject<HTMLFormElement | null>
  /** True once it was sent and accepted. */
  submit: () => Promise<boolean>
  /** Fetches what the form needs to be checked. */
  prepare: () => void
  pending: boolean
  /** Why it was refused, where that is about no field. */
  refusal: string | undefined
}

/**
 * A form: checked by the contract's schema when it is sent and then on every change, with each message at its field and
 * the focus on the first; sent once at a time; a refusal of the server is shown at the fields that it names, otherwise
 * above the button. What was typed stays.
 */
export function useAppForm<Values extends FieldValues, Body = Values>(
  options: AppFormOptions<Values, Body>,
): AppForm<Values> {
  const { values, onSubmit, refusedAt = {}, unreachable = m.common_unreachable_retry() } = options
  const bodyOf = (typed: Values) => (options.bodyOf ? options.bodyOf(typed) : (typed as unknown as Body))
  const form = useForm<Values>({
    defaultValues: options.defaultValues as DefaultValues<Values>,
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
    resolver: async (typed) => {
      const problems = await findProblems(options, bodyOf(typed), typed)
      const errors: FieldErrors<Values> = {}
      for (const [name, message] of Object.entries(problems)) set(errors, name, { type: 'rule', message })
      return Object.keys(problems).length === 0 ? { values: typed, errors: {} } : { values: {}, errors }
    },
    mode: options.checkOnLeave ? 'onTouched' : 'onSubmit',
    // The order of fields on the page decides, not the order in which they were registered.
    shouldFocusError: false,
  })
  const running = useRef(false)
  const [failures, setFailures] = useState(0)
  const ref = useFocusOnProblem(form, failures, options.onFailure)

  async function send(typed: Values): Promise<boolean> {
    try {
      const refusal = await onSubmit(bodyOf(typed), typed)
      if (typeof refusal !== 'string' || refusal === '') return true
      form.setError('root', { message: refusal })
    } catch (error) {
      const answered =
        error instanceof ApiError &&
        (error.reason || (error.code !== 'unreachable' && error.code !== 'internal'))
      if (!(error instanceof ApiError)) reportError(error)
      const named = answered ? Object.entries(fieldsNamedBy(error, refusedAt)) : []
      for (const [name, message] of named) form.setError(name as FieldPath<Values>, { message })
      if (named.length === 0) form.setError('root', { message: answered ? error.message : unreachable })
    }
    return false
  }

  async function submit(): Promise<boolean> {
    if (running.current) return false
    running.current = true
    let done = false
    try {
      await form.handleSubmit(async (typed) => {
        done = await send(typed)
      })()
    } finally {
      running.current = false
    }
    if (!done) setFailures((count) => count + 1)
    return done
  }

  const { isSubmitting, errors } = form.formState
  return {
    ...form,
    ref,
    submit,
    prepare: () => void load(options.schema),
    pending: isSubmitting,
    refusal: errors.root?.message,
  }
}

/** The focus goes to the first field with a message; a message whose field is not on the page is shown for the form. */
function useFocusOnProblem<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failures: number,
  onFailure: (() => string | undefined) | undefined,
) {
  const ref = useRef<HTMLFormElement>(null)
  const fail = useEffectEvent(() => onFailure?.())
  useEffect(() => {
    if (failures === 0) return
    const named = fail()
    const wrong = ref.current?.querySelector<HTMLElement>(
      named ? `[name="${named}"]` : '[aria-invalid="true"], [data-invalid="true"]',
    )
    const { root, ...others } = form.formState.errors
    if (wrong) (wrong.tabIndex < 0 ? wrong.querySelector<HTMLElement>('input, button') : wrong)?.focus()
    else if (!root) form.setError('root', { message: firstMessage(others) ?? '' })
  }, [failures, form])
  return ref
}

async function load(schema: FormSchema | (() => Promise<FormSchema>) | undefined) {
  if (typeof schema !== 'function') return schema
  // Without it the server decides, as it does in any case.
  return schema().catch(() => undefined)
}

async function findProblems<Values extends FieldValues, Body>(
  { schema, check }: AppFormOptions<Values, Body>,
  body: Body,
  typed: Values,
) {
  const problems: Record<string, string> = {}
  for (const [name, message] of Object.entries<string | undefined>(check?.(typed) ?? {})) {
    if (message) problems[name] = message
  }
  const { issues = [] } = (await (await load(schema))?.['~standard'].validate(body)) ?? {}
  for (const { path = [], message } of issues) {
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'root'
    problems[name] ??= readable(message)
  }
  return problems
}

/** Technical texts of the library are replaced, and the sentence for a whole form by the one for a field. */
function readable(message: string): string {
  if (message === m.validation_required_fields()) return m.form_field_missing()
  return /^Invalid |^Unrecognized|^Too |^Expected/.test(message) ? m.error_invalid() : message
}

function fieldsNamedBy(error: ApiError, refusedAt: { [code: string]: string }): Record<string, string> {
  const field = refusedAt[error.code]
  if (field) return { [field]: error.message }
  const { data } = error
  const fields = data && typeof data === 'object' && 'fields' in data ? data.fields : undefined
  const named = Object.entries(fields && typeof fields === 'object' ? fields : {})
  return Object.fromEntries(named.map(([name, message]) => [name || 'root', readable(String(message))]))
}

function firstMessage(errors: object): string | undefined {
  for (const error of Object.values(errors)) {
    if (!error || typeof error !== 'object') continue
    const message =
      'message' in error && typeof error.message === 'string' ? error.message : firstMessage(error)
    if (message) return message
  }
  return undefined
}

/** Typing begins at once, once the dialog has noted where the focus was before. */
export function useFirstFocus({ ref }: { ref: RefObject<HTMLFormElement | null> }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      ref.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ref])
}
