/** A text in which no amount is broken into two lines. A file of its own: few pages need it. */
export const keepAmounts = (text: string): string => text.replace(/\bKsh (?=\d)/g, 'Ksh\u00a0')
