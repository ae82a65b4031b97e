/** The shop has less of something than the cart holds. */
export function ShortNote() {
  return (
    <p className="text-sm font-semibold text-clay-deep">
      There is less of something than you want. Please change its quantity before you order.
    </p>
  )
}
