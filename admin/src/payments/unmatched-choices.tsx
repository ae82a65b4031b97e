import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'

const MOST_OFFERED = 5

type UnmatchedChoicesProps = { amount: number; chosen: string; onChoose: (code: string) => void }

/** Money of this amount that M-Pesa reported and nothing has used, one tap away. Shows nothing where there is none. */
export function UnmatchedChoices({ amount, chosen, onChoose }: UnmatchedChoicesProps) {
  const { answer } = useAnswer(`unmatched ${amount}`, (signal) =>
    call(
      'GET /api/admin/payments',
      { query: { queue: 'unmatched', amount, limit: MOST_OFFERED } },
      { signal },
    ),
  )
  const money = answer.value?.data ?? []
  if (money.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm">{m.admin_desk_unmatched_label()}</legend>
      {money.map(({ _id, payer, reference, at }) => (
        <button
          key={_id}
          type="button"
          aria-pressed={chosen === _id}
          onClick={() => onChoose(_id)}
          className="figures min-h-11 rounded-md border border-line bg-card px-3 text-left text-sm hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
        >
          {[_id, payer, reference, showInstant(at)].filter(Boolean).join(', ')}
        </button>
      ))}
    </fieldset>
  )
}
