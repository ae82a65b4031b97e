/**
 * Settings that keep the program small, read when a process starts.
 *
 * Those of glibc's memory allocator (`man mallopt`); other C libraries ignore them. Node allocates bodies and pages on
 * several threads, and glibc by default keeps what was freed: after a burst of aborted uploads the process stayed 21 MiB
 * larger. With two arenas, large blocks that are mapped one by one, and free memory that is returned to the system, the
 * process is about 130 MiB smaller after load and stays level. V8 parses and compiles in blocks of at most 32 KiB: mapped
 * one by one as well, they leave 30 MiB less at rest.
 *
 * V8 keeps up to 128 MiB of short-lived objects before it looks for garbage, where a machine has much memory; half-spaces of
 * 32 MiB bound that to 64, and half of it again would be a tenth fewer writes a second. At rest the program collects
 * them (`server/src/threads/collect-at-rest.ts`), which needs `gc`.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=32 --expose-gc',
}
