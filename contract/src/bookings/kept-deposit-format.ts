import { m } from '@twende/messages'
import type { KeptReason } from './kept-deposit.ts'

/** Why a part of a deposit is kept, in words. */
export const keepReasonLabels: Readonly<Record<KeptReason, () => string>> = {
  damage: m.condition_charge_damage,
  missing: m.kept_deposit_reason_missing,
  fuel: m.condition_charge_fuel,
  kilometres: m.condition_charge_kilometres,
  cleaning: m.condition_charge_cleaning,
  late: m.condition_charge_late,
  fine: m.kept_deposit_reason_fine,
  other: m.kept_deposit_reason_other,
  owed: m.kept_deposit_reason_owed,
}
