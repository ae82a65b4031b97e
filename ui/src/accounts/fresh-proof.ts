/** Asks the person to prove themselves; false where they would not. The page that has the dialog sets it. */
export const freshProof: { ask?: (() => Promise<boolean>) | undefined } = {}
