import type { RefusalListEntry } from '@twende/contract/drivers/refusal-list.ts'
import { m } from '@twende/messages'

export const refusedForLabels: Record<RefusalListEntry['reason'], () => string> = {
  unpaid: m.refused_for_unpaid,
  damage: m.refused_for_damage,
  late_return: m.refused_for_late_return,
  false_papers: m.refused_for_false_papers,
  dangerous_driving: m.refused_for_dangerous_driving,
  other: m.refused_for_other,
}

/** Who an entry is about, as far as it is known. */
export function personWords({ phoneEnd, licenceEnd }: RefusalListEntry): string {
  return [
    phoneEnd && m.admin_refusal_list_phone_end({ end: phoneEnd }),
    licenceEnd && m.admin_refusal_list_licence_end({ end: licenceEnd }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The same, a line each. */
export function PersonLines({ entry: { phoneEnd, licenceEnd } }: { entry: RefusalListEntry }) {
  return (
    <div className="figures font-semibold">
      {phoneEnd && <p>{m.admin_refusal_list_phone_end({ end: phoneEnd })}</p>}
      {licenceEnd && <p>{m.admin_refusal_list_licence_end({ end: licenceEnd })}</p>}
    </div>
  )
}
