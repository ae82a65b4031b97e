import { type ReactNode, useId } from 'react'

/** A part of the account page: what it is about beside what can be done. */
export function AccountSection({
  title,
  words,
  children,
}: {
  title: string
  words: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-t border-line py-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16"
    >
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-soft">{words}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
