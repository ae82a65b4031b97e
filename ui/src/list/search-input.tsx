import { m } from '@twende/messages'
import { Search } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Input } from '../controls/field.tsx'

const PAUSE_MS = 350

type TypedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  /** Told when the person pauses, presses Enter or leaves the field. */
  onSearch: (typed: string | undefined) => void
}

/** A text control that follows the address but never fights the person who types. */
export function TypedInput({ value, onSearch, ...rest }: TypedInputProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  const tell = (text: string) => {
    clearTimeout(pause.current)
    if (text.trim() === told.current) return
    told.current = text.trim()
    onSearch(text.trim() || undefined)
  }
  return (
    <Input
      {...rest}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(pause.current)
        pause.current = setTimeout(() => tell(target.value), PAUSE_MS)
      }}
      onBlur={({ target }) => tell(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && tell(event.currentTarget.value)}
    />
  )
}

export function SearchInput(props: TypedInputProps) {
  return (
    <span className="relative block">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-soft"
      />
      <TypedInput
        type="search"
        name="search"
        placeholder={m.control_search_placeholder()}
        maxLength={100}
        autoComplete="off"
        className="pl-12"
        {...props}
      />
    </span>
  )
}
