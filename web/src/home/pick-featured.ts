const FEATURED = 4

/** Four of the cars that can be rented, by chance; specification, section 9. */
export function pickFeatured<Car extends { available: boolean }>(
  cars: readonly Car[],
  random: () => number,
): Car[] {
  const pool = cars.filter((car) => car.available)
  const picked: Car[] = []
  while (picked.length < FEATURED && pool.length > 0) {
    picked.push(...pool.splice(Math.floor(random() * pool.length), 1))
  }
  return picked
}
