import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Takes the whole width of its place. */
  wide?: boolean | undefined
  icon?: ReactNode
}

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-md border font-semibold leading-tight text-center wrap-break-word transition-colors duration-150 select-none'

const variants = {
  primary: 'border-acacia bg-acacia text-paper hover:border-acacia-deep hover:bg-acacia-deep',
  secondary: 'border-edge bg-card text-ink hover:border-ink hover:bg-sand',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sand',
  danger: 'border-clay bg-clay text-paper hover:border-clay-deep hover:bg-clay-deep',
} as const

const sizes = {
  sm: 'min-h-11 px-3.5 py-2 text-sm',
  md: 'min-h-12 px-5 py-2.5 text-base',
  lg: 'min-h-14 px-7 py-3 text-lg',
} as const

const off = 'border-line bg-sand text-soft'

/** The classes of a button, for the rare element that is neither a button nor a link of ours. */
export function buttonClasses(
  { variant = 'primary', size = 'md', wide }: ButtonLook,
  disabled = false,
): string {
  return classes(base, disabled ? off : variants[variant], sizes[size], wide && 'w-full')
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean | undefined }

/** A button; while `pending` it keeps its place, its width and the focus, and ignores clicks. */
export function Button({
  variant,
  size,
  wide,
  icon,
  pending,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={guard}
      className={classes(buttonClasses({ variant, size, wide }, rest.disabled), className)}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={classes('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {icon}
        {children}
      </span>
    </button>
  )
}

type LinkButtonProps = Omit<LinkProps, 'to'> & ButtonLook & ({ to: LinkProps['to'] } | { href: string })

/** A link that looks like a button: `to` for our own pages, `href` for elsewhere (WhatsApp, tel, mailto). */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  const look = classes(buttonClasses({ variant, size, wide }), className)
  if ('to' in rest) {
    return (
      <Link {...rest} className={look}>
        {icon}
        {children}
      </Link>
    )
  }
  return (
    <a {...rest} className={look}>
      {icon}
      {children}
    </a>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  variant?: 'quiet' | 'secondary' | undefined
}

/** A square button with only an icon; `label` is what it says to screen readers. */
export function IconButton({ label, variant = 'quiet', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-md border transition-colors duration-150',
        variants[variant],
        className,
      )}
    >
      {children}
    </button>
  )
}
