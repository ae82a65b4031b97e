/** A road that runs out under an acacia, for the pages where something went wrong. */
export function RoadEnds({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 600 420" aria-hidden="true" className={className}>
      <clipPath id="road-ends">
        <rect width="600" height="420" rx="16" />
      </clipPath>
      <g clipPath="url(#road-ends)">
        <rect width="600" height="420" fill="var(--color-sunrise-tint)" />
        <circle cx="402" cy="196" r="74" fill="var(--color-sunrise)" />
        <path
          d="M0 250C90 190 150 168 214 176C292 186 330 236 420 238C500 240 548 214 600 202V420H0Z"
          fill="#e3b078"
        />
        <path d="M0 286C140 262 300 268 600 250V420H0Z" fill="#cf9456" />
        <path
          d="M214 420C236 360 262 328 306 314C330 306 338 300 338 292H356C358 312 350 320 334 330C306 350 318 384 326 420Z"
          fill="var(--color-ink)"
        />
        <path
          d="M268 420C274 372 288 342 318 322"
          fill="none"
          stroke="var(--color-sunrise)"
          strokeWidth="5"
          strokeDasharray="20 14"
        />
        <path
          d="M120 300C126 262 118 236 96 206M122 262C134 236 146 224 168 210M118 246C116 224 120 210 128 196"
          fill="none"
          stroke="var(--color-ink)"
          strokeWidth="9"
          strokeLinecap="round"
        />
        <path
          d="M22 206C34 176 82 160 132 160C186 160 226 180 238 204C206 214 168 208 130 210C92 212 52 216 22 206Z"
          fill="var(--color-acacia)"
        />
        <g transform="rotate(-4 470 300)">
          <path d="M470 358V286" stroke="var(--color-ink)" strokeWidth="9" strokeLinecap="round" />
          <rect
            x="412"
            y="236"
            width="116"
            height="62"
            rx="10"
            fill="var(--color-paper)"
            stroke="var(--color-ink)"
            strokeWidth="6"
          />
          <path
            d="M434 254L506 280M506 254L434 280"
            stroke="var(--color-clay)"
            strokeWidth="9"
            strokeLinecap="round"
          />
        </g>
      </g>
    </svg>
  )
}
