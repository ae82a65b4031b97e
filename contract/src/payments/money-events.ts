/** What a history tells of money besides what was bought: it came and did not pay by itself, it is owed back, it was sent. */
export const MONEY_EVENTS = ['receiveMoney', 'oweRefund', 'sendRefund'] as const
export type MoneyEventCode = (typeof MONEY_EVENTS)[number]
