import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { SearchX } from 'lucide-react'

/** Where the shop has nothing of what was looked for. */
export function NoProducts({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={m.shop_none()}
      action={<Button onClick={onClear}>{m.shop_clear_filters()}</Button>}
    >
      {m.shop_none_hint()}
    </EmptyState>
  )
}
