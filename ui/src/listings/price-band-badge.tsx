import type { PriceBand } from '@twende/contract/listings/price-guide.ts'
import { priceBandLabels } from '@twende/contract/listings/price-guide.ts'
import { CircleAlert, TrendingDown, TrendingUp } from 'lucide-react'
import { Badge, type BadgeTone } from '../controls/badge.tsx'

const looks: Record<PriceBand, { tone: BadgeTone; Icon?: typeof TrendingUp }> = {
  low: { tone: 'clay', Icon: CircleAlert },
  great: { tone: 'acacia', Icon: TrendingDown },
  good: { tone: 'acacia' },
  fair: { tone: 'neutral' },
  high: { tone: 'sunrise', Icon: TrendingUp },
}

/** How a price compares with similar cars; nothing when there are too few of them. */
export function PriceBandBadge({ band, className }: { band: PriceBand | null; className?: string }) {
  if (!band) return null
  const { tone, Icon } = looks[band]
  return (
    <Badge tone={tone} icon={Icon && <Icon aria-hidden="true" />} className={className}>
      {priceBandLabels[band]()}
    </Badge>
  )
}
