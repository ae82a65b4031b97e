import type { ReactNode } from 'react'

type EmptyRowProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
  as?: 'h1' | 'h2'
}

/** That no vehicle was chosen or found, in one row above those that the page offers instead. */
export function EmptyRow({ icon, title, children, action, as: Heading = 'h2' }: EmptyRowProps) {
  return (
    <div className="panel flex flex-wrap items-center gap-x-5 gap-y-4 p-5">
      <span
        aria-hidden="true"
        className="grid size-14 shrink-0 place-items-center rounded-full bg-sand text-acacia [&_svg]:size-7"
      >
        {icon}
      </span>
      <div className="min-w-48 flex-1">
        <Heading className="text-xl sm:text-2xl">{title}</Heading>
        <div className="mt-1 text-soft">{children}</div>
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  )
}
