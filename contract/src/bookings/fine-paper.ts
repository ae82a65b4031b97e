/** How long the paper of a fine is kept after the rental has ended and the fine was recorded, as papers of drivers are. */
export const FINE_PAPER_DAYS = 90
