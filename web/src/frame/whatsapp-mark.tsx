/** A speech bubble with a handset in it. */
export function WhatsappMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" className={className}>
      <path
        d="M16 4.5a11.4 11.4 0 0 0-9.7 17.4L4.8 27.2l5.4-1.4A11.4 11.4 0 1 0 16 4.5Z"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path
        d="M11.4 10.6c.5-.6 1.4-.6 1.8.1l1 1.9c.2.4.1.9-.2 1.3l-.7.8c.9 1.8 2.2 3 4.1 3.9l.8-.9c.3-.3.8-.4 1.2-.2l2 .9c.7.4.8 1.2.3 1.8-1.1 1.4-2.9 1.7-4.6 1-3.2-1.200-5.700-3.700-6.700-6.600-.5-1.500 0-3 1-4Z"
        fill="currentColor"
      />
    </svg>
  )
}
