import { readFileSync } from 'node:fs'

// Imported by what npm runs: npm killed outright tells its scripts nothing; they only see that they, or the shell
// between, were adopted. Whatever is going on then, be it an installation, a build or the server, is to end.
if (process.env.npm_lifecycle_event) {
  const before = family()
  const watch = setInterval(() => {
    if (family() === before) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

function family() {
  const parent = process.ppid
  try {
    const [, name, grandparent] =
      /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return ['sh', 'dash', 'bash', 'ash'].includes(name) ? `${parent} of ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
