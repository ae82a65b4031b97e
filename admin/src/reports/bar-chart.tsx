import { DetailPanel } from '../frame/detail-panel.tsx'

type BarChartProps = {
  title: string
  /** What the picture shows, in words. */
  sentence: string
  bars: readonly { id: string; label: string; value: number; shown: string }[]
  /** The value of a bar over the whole width; without it, the greatest value. */
  full?: number
}

/** Bars below each other, one for each line of the table that stands beside it and has the same figures for screen readers. */
export function BarChart({ title, sentence, bars, full }: BarChartProps) {
  const widest = full ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <DetailPanel as="h2" title={title}>
      <p className="text-soft">{sentence}</p>
      <div aria-hidden="true" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        {bars.map(({ id, label, value, shown }) => (
          <div key={id}>
            <p className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 break-words">{label}</span>
              <span className="figures font-semibold whitespace-nowrap">{shown}</span>
            </p>
            <svg aria-hidden="true" className="mt-1 block h-3 w-full">
              <rect width="100%" height="100%" rx="3" className="fill-sand" />
              <rect
                width={`${(Math.min(widest, Math.max(0, value)) * 100) / widest}%`}
                height="100%"
                rx="3"
                className="fill-acacia"
              />
            </svg>
          </div>
        ))}
      </div>
    </DetailPanel>
  )
}
