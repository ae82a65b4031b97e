/** What people call an order. */
export function orderNumber({ number }: { number: number }): string {
  return `ORD${number}`
}
