import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ContactForm } from '@twende/contract/content/contact-form.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { Form, NumberField, TextareaField, TextField } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormProblem } from './form-parts.tsx'
import { type FormSchema, useAppForm } from './use-app-form.ts'
import { typedShillings, wholeNumber } from './whole-number.ts'

type Values = { name: string; email: string; message: string }
type Send = (body: Values) => Promise<string | undefined>
const nothing: Values = { name: '', email: '', message: '' }

function Example(props: { send: Send; schema?: FormSchema | (() => Promise<FormSchema>); values?: Values }) {
  const form = useAppForm({
    defaultValues: nothing,
    ...(props.values && { values: props.values }),
    schema: props.schema ?? ContactForm,
    refusedAt: { wrong_password: 'email' },
    onSubmit: (body) => props.send(body),
  })
  return (
    <Form form={form}>
      <TextareaField form={form} name="message" label="Message" required />
      <TextField form={form} name="email" label="Email" required />
      <TextField form={form} name="name" label="Name" required />
      <FormProblem>{form.refusal}</FormProblem>
      <button type="submit">Send</button>
    </Form>
  )
}

afterEach(cleanup)

const sends = (answer?: string) => vi.fn<Send>().mockResolvedValue(answer)
const refuses = (error: ApiError) => vi.fn<Send>().mockRejectedValue(error)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const described = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

async function fillIn() {
  await userEvent.type(field('Message'), 'Is the Axio free?')
  await userEvent.type(field('Email'), 'amina@example.com')
  await userEvent.type(field('Name'), 'Amina')
}

test('each wrong field says what the contract says, the first has the focus, and nothing is sent', async () => {
  const sent = sends()
  render(<Example send={sent} />)
  await userEvent.type(field('Email'), 'amina')
  await send()
  expect(described('Message')).toBe('Please enter your message')
  expect(described('Email')).toBe('Please enter a valid email address')
  expect(described('Name')).toBe('Please enter your name')
  await waitFor(() => expect(document.activeElement).toBe(field('Message')))
  expect(field('Email').value).toBe('amina')
  expect(sent).not.toHaveBeenCalled()
})

test('a message goes away once the field is right', async () => {
  render(<Example send={sends()} />)
  await send()
  await userEvent.type(field('Email'), 'amina@example.com')
  expect(field('Email').getAttribute('aria-invalid')).toBe(null)
  expect(described('Name')).toBe('Please enter your name')
})

test('what was typed is sent once, however often the button is pressed meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const sent = vi.fn<Send>().mockReturnValue(promise)
  render(<Example send={sent} />)
  await fillIn()
  await send()
  await send()
  resolve(undefined)
  await promise
  expect(sent.mock.calls).toEqual([
    [{ name: 'Amina', email: 'amina@example.com', message: 'Is the Axio free?' }],
  ])
})

test('a refusal of the server stands at the field that it names, which has the focus', async () => {
  const data = { fields: { email: 'Please use another address' } }
  render(<Example send={refuses(new ApiError(400, { code: 'invalid', message: 'Invalid', data }))} />)
  await fillIn()
  await send()
  expect(described('Email')).toBe('Please use another address')
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  expect(field('Message').value).toBe('Is the Axio free?')
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a refusal with a code stands at the field that the form names for it', async () => {
  render(<Example send={refuses(new ApiError(400, { code: 'wrong_password', message: 'Wrong' }))} />)
  await fillIn()
  await send()
  expect(described('Email')).toBe('Wrong')
})

test.for([
  [new ApiError(409, { code: 'car_taken', message: 'This car is taken' }), 'This car is taken'],
  [
    new ApiError(0, { code: 'unreachable', message: 'Error' }),
    'Error connecting to server. Please try again.',
  ],
  [
    new ApiError(400, { code: 'invalid', message: '', data: { fields: { carId: 'This car is gone' } } }),
    'This car is gone',
  ],
] as const)('any other refusal stands above the button: %s', async ([error, words]) => {
  render(<Example send={refuses(error)} />)
  await fillIn()
  await send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
  expect(field('Name').value).toBe('Amina')
})

test('a schema that cannot be loaded leaves the decision to the server', async () => {
  const sent = sends('Sold out')
  render(<Example send={sent} schema={() => Promise.reject(new Error('offline'))} />)
  await send()
  expect(sent).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert').textContent).toBe('Sold out')
})

test('fields that nobody typed in follow what is saved, what was typed stays', async () => {
  const { rerender } = render(<Example send={sends()} values={{ ...nothing, name: 'Amina' }} />)
  await userEvent.type(field('Message'), 'Mine')
  rerender(<Example send={sends()} values={{ name: 'Amina W.', email: '', message: 'Theirs' }} />)
  expect([field('Name').value, field('Message').value]).toEqual(['Amina W.', 'Mine'])
})

test('text that was typed before the scripts arrived is taken over', async () => {
  const sent = vi.fn<(days: string) => Promise<undefined>>().mockResolvedValue(undefined)
  render(<Typed send={sent} />)
  await send()
  expect(sent).toHaveBeenCalledWith('12')
})

/** A form whose field already holds text when it comes alive. */
function Typed({ send }: { send: (days: string) => Promise<undefined> }) {
  const form = useAppForm({ defaultValues: { days: '' }, onSubmit: ({ days }) => send(days) })
  return (
    <Form form={form}>
      <span
        ref={(span) => {
          const input = span?.querySelector('input')
          if (input) input.value = '12'
        }}
      >
        <NumberField form={form} name="days" label="Days" />
      </span>
      <button type="submit">Send</button>
    </Form>
  )
}

test('a number is read as it is written, and nothing else is one', () => {
  expect(['3,500', ' 12 ', '0'].map(wholeNumber)).toEqual([3500, 12, 0])
  expect(['', '12.5', '-3', '5 km', '1234567890'].map(wholeNumber)).toEqual(Array(5).fill(Number.NaN))
})

test('a dialog that is a form stays open with its refusal, and closes once it was accepted', async () => {
  const answers = ['Somebody else has changed it', undefined]
  const closed = vi.fn()
  render(<ExampleDialog send={async () => answers.shift()} onClose={closed} />)
  await userEvent.type(field('Note'), 'Called twice')
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Somebody else has changed it'))
  expect(closed).not.toHaveBeenCalled()
  expect(field('Note').value).toBe('Called twice')
  await userEvent.click(save)
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

type ExampleDialogProps = { send: () => Promise<string | undefined>; onClose: () => void }

function ExampleDialog({ send, onClose }: ExampleDialogProps) {
  const form = useAppForm({ defaultValues: { note: '' }, onSubmit: send })
  return (
    <FormDialog
      form={form}
      open
      title="Write a note"
      explains="Only staff reads it."
      yes="Save"
      onClose={onClose}
    >
      <TextField form={form} name="note" label="Note" />
    </FormDialog>
  )
}

test('the explanation of a dialog scrolls with its fields, and its buttons stay', async () => {
  render(<ExampleDialog send={async () => undefined} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog', { description: 'Only staff reads it.' })
  const scrolled = dialog.querySelector('.overflow-y-auto')
  const scrolls = (element: Element) => scrolled?.contains(element)
  expect(scrolls(screen.getByText('Only staff reads it.'))).toBe(true)
  expect(scrolls(field('Note'))).toBe(true)
  expect(scrolls(screen.getByRole('button', { name: 'Save' }))).toBe(false)
})

test('an address that looks mistyped is asked about, and amounts are read as people write them', async () => {
  render(<Mailed />)
  await userEvent.type(field('Email'), 'jane@gmail.con')
  expect(screen.getByText('Did you mean jane@gmail.com?')).toBeTruthy()
  expect(['Kshs 3,500', '3.5k', '3 500'].map(typedShillings)).toEqual([3500, 3500, 3500])
  expect(typedShillings('much')).toBeNaN()
})

function Mailed() {
  const form = useAppForm({ defaultValues: { email: '' }, onSubmit: async () => undefined })
  return (
    <Form form={form}>
      <TextField form={form} name="email" label="Email" type="email" />
    </Form>
  )
}
