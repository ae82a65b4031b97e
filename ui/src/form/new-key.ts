/** A key for one attempt; `crypto.randomUUID` is missing on plain http addresses, such as a phone on the same network. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same as a UUID, for what is made on the device and stored under this id. */
export function newUuid(): string {
  const hex = newKey()
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  const random = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`
  return random.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
