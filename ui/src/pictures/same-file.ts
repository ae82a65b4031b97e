/** Whether two pictures are the same bytes, as those that were drawn from one photo are. */
export async function isSameFile(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false
  const [ours, theirs] = await Promise.all([bytesOf(one), bytesOf(other)])
  return ours.every((byte, at) => byte === theirs[at])
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
