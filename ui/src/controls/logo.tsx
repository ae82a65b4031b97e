/** The Twende mark and word; the letters take the colour of the text around them. */
export function Logo({ className, onDark = false }: { className?: string; onDark?: boolean }) {
  const ground = onDark ? 'var(--color-sunrise)' : 'var(--color-acacia)'
  const road = onDark ? 'var(--color-acacia-deep)' : 'var(--color-sunrise)'
  return (
    <svg
      viewBox="6 12 461 96"
      preserveAspectRatio="xMinYMid slice"
      role="img"
      aria-label="Twende"
      className={className}
    >
      <rect x="6" y="12" width="96" height="96" rx="26" fill={ground} />
      <path d="M35 108C35 85 41 73 55 63.5C67 55 71.5 49 72 42" fill="none" stroke={road} strokeWidth="17" />
      <path d="M72 22L90 46H54Z" fill={road} stroke={road} strokeWidth="4" strokeLinejoin="round" />
      <path
        d="M35 105C35.5 86 42 74 55 64.5C64 58 69 52.5 71 46"
        fill="none"
        stroke={ground}
        strokeWidth="3.2"
        strokeDasharray="9 7"
      />
      <g fill="none" stroke="currentColor" strokeWidth="12" strokeLinecap="round" strokeLinejoin="round">
        <path d="M130 31H176M153 31V92" />
        <path d="M186 54L198 92L212 60L226 92L238 54" />
        <path d="M253 73H292A19.5 19.5 0 1 0 286 87" />
        <path d="M312 92V54M312 73C312 61 320 53.5 330 53.5S347 61 347 72.5V92" />
        <path d="M403 27V92M403 73A19.5 19.5 0 1 1 364 73A19.5 19.5 0 1 1 403 73" />
        <path d="M421 73H460A19.5 19.5 0 1 0 454 87" />
      </g>
    </svg>
  )
}
