// Imported first by every script: the rest would fail on an old Node with words that help nobody.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Twende needs Node 20 or newer to install its own; this is Node ${process.versions.node}.`)
  process.exit(1)
}
