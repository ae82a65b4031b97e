import { areaLabels, markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  areaBounds,
  DRAWING_SIZE,
  MARK_AREAS,
  type MarkArea,
  type MarkKind,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import type { KeyboardEvent, MouseEvent } from 'react'

type DrawnMark = { id: string; x: number; y: number; kind: MarkKind; isNew: boolean }

type CarDrawingProps = {
  marks: readonly DrawnMark[]
  selected?: string | undefined
  /** Called with the point that was tapped; without it, the drawing is only looked at. */
  onTap?: ((point: { x: number; y: number }) => void) | undefined
  className?: string
}

/** A car seen from above with its sides folded out, and the marks on it. New marks are red, earlier ones grey. */
export function CarDrawing({ marks, selected, onTap, className }: CarDrawingProps) {
  const { width, height } = DRAWING_SIZE
  const tap = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A key on a side is also a click, without a point.
    if (!onTap || event.detail === 0) return
    onTap({
      x: limited(((event.clientX - box.left) / box.width) * width, width),
      y: limited(((event.clientY - box.top) / box.height) * height, height),
    })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: each side is a button of its own for the keyboard.
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role={onTap ? 'group' : 'img'}
      aria-label={onTap ? m.condition_drawing_label() : describe(marks)}
      className={className}
      onClick={tap}
    >
      <CarOutline />
      {onTap && MARK_AREAS.map((area) => <AreaButton key={area} area={area} onTap={onTap} />)}
      {marks.map((mark, place) => (
        <g key={mark.id} pointerEvents="none">
          <circle
            cx={mark.x}
            cy={mark.y}
            r={10}
            fill={mark.isNew ? 'var(--color-clay)' : 'var(--color-soft)'}
            stroke="var(--color-paper)"
            strokeWidth={2}
          />
          {mark.id === selected && (
            <circle cx={mark.x} cy={mark.y} r={15} fill="none" stroke="var(--color-ink)" strokeWidth={2} />
          )}
          <text
            x={mark.x}
            y={mark.y + 4}
            textAnchor="middle"
            fill="var(--color-paper)"
            className="figures text-xs font-semibold"
          >
            {place + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}

function AreaButton({ area, onTap }: { area: MarkArea; onTap: (point: { x: number; y: number }) => void }) {
  const { x, y, width, height } = areaBounds[area]
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onTap({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button inside a drawing.
    <rect
      role="button"
      tabIndex={0}
      aria-label={m.condition_drawing_add({ area: areaLabels[area]() })}
      x={x + 1}
      y={y + 1}
      width={width - 2}
      height={height - 2}
      fill="transparent"
      cursor="pointer"
      onKeyDown={press}
    />
  )
}

function limited(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)))
}

function describe(marks: readonly DrawnMark[]): string {
  if (marks.length === 0) return m.condition_no_marks()
  return marks.map((mark) => markName(mark)).join(', ')
}

const part = { fill: 'var(--color-card)', stroke: 'var(--color-edge)' }
const glass = { fill: 'var(--color-sand)', stroke: 'var(--color-edge)' }

/** Front above, rear below; left and right as somebody sees them who walks around the car. */
function CarOutline() {
  return (
    <g strokeWidth={2} strokeLinejoin="round">
      <path d="M92 52 V26 Q96 8 118 6 H182 Q204 8 208 26 V52 Z" {...part} />
      <rect x={98} y={30} width={26} height={12} rx={5} {...glass} />
      <rect x={176} y={30} width={26} height={12} rx={5} {...glass} />
      <path d="M132 36 H168" {...part} />
      <path
        d="M84 92 Q84 66 112 66 H188 Q216 66 216 92 V308 Q216 334 188 334 H112 Q84 334 84 308 Z"
        {...part}
      />
      <path d="M96 138 Q150 116 204 138 L194 166 Q150 154 106 166 Z" {...glass} />
      <path d="M106 270 Q150 280 194 270 L202 292 Q150 306 98 292 Z" {...glass} />
      <path d="M106 166 V270 M194 166 V270" {...part} />
      <Side />
      <g transform="translate(300 0) scale(-1 1)">
        <Side />
      </g>
      <path d="M92 348 V374 Q96 392 118 394 H182 Q204 392 208 374 V348 Z" {...part} />
      <rect x={98} y={358} width={26} height={12} rx={3} {...glass} />
      <rect x={176} y={358} width={26} height={12} rx={3} {...glass} />
      <rect x={132} y={372} width={36} height={12} rx={2} {...glass} />
    </g>
  )
}

/** The left side, its roof towards the middle of the drawing. */
function Side() {
  return (
    <g>
      <path
        d="M18 78 Q12 80 12 92 V310 Q12 324 18 326 L34 324 Q44 310 60 290 Q66 270 66 240 V190 Q64 170 40 136 L36 84 Q34 76 18 78 Z"
        {...part}
      />
      <path d="M40 150 L58 184 V262 L40 300 Z" {...glass} />
      <path d="M12 214 H58" {...part} />
      <circle cx={16} cy={120} r={15} {...glass} />
      <circle cx={16} cy={284} r={15} {...glass} />
    </g>
  )
}
