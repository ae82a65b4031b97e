import cluster from 'node:cluster'

// Loaded into a process before its own code: should the one that started it vanish, even by kill -9, it ends in good
// order instead of keeping the port.
if (process.connected && cluster.isPrimary) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
