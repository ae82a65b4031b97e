/** What a person may choose to hear of by email. Money and safety are not among them: those mails always come. */
export const NOTIFICATION_TOPICS = ['bookings', 'listings', 'orders'] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

/** What a person types before the account is deleted. */
export const DELETE_WORD = 'DELETE'
