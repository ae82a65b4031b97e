import { classes } from '@twende/ui/controls/classes.ts'

/** Below this a customer is told how many are left. */
const FEW = 5

/** Whether a product can be had, and how many are left when they are few. */
export function ProductStock({ stock, className }: { stock: number; className?: string }) {
  const look = stock === 0 ? 'text-soft' : stock <= FEW ? 'text-sunrise-ink' : 'text-acacia'
  return <p className={classes('figures text-sm font-semibold', look, className)}>{stockWords(stock)}</p>
}

function stockWords(stock: number): string {
  if (stock === 0) return 'Out of stock'
  return stock <= FEW ? `Only ${stock} left` : 'In stock'
}
