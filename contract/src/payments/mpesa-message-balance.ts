import { LONGEST_MPESA_MESSAGE, oneLine, splitTransactions } from './mpesa-message.ts'

/** Where a message begins to tell of its owner's wallet: what is in it, what is owed, what may still be spent. */
const wallet = new RegExp(
  [
    String.raw`(?:\b(?:your|new|current|available|total|m-?pesa|account|business|utility|wallet|fuliza|daily) ){0,5}(?:balance|outstanding amount|limit)(?: ?:| ?, ?| (?:is|was|ni)\b| (?=k(?:sh|es)))`,
    String.raw`\bfuliza m-?pesa amount\b`,
    String.raw`\b(?:salio|baki) [^.]{0,60}?\bni\b`,
    String.raw`\bamount you can transact\b`,
    String.raw`\bbal ?:`,
  ].join('|'),
  'i',
)
const cost = /\btransaction cost,? ?k(?:sh|es)\.? ?\d[\d,]*(?:\.\d{1,2})?\.?/i

/** The message on one line, without its owner's balance, debt and limits, and whatever follows them but the cost. */
export function withoutBalance(text: string): string {
  const line = oneLine(text.slice(0, LONGEST_MPESA_MESSAGE))
  const starts = [0, ...splitTransactions(line).map(({ from }) => from)]
  return starts
    .map((from, place) => withoutWallet(line.slice(from, starts[place + 1])))
    .join('')
    .trim()
}

function withoutWallet(part: string): string {
  const from = part.search(wallet)
  if (from === -1) return part
  const paid = cost.exec(part.slice(from))?.[0] ?? ''
  return `${part.slice(0, from).trimEnd()} ${paid} `
}
