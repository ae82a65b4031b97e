import { connect, createServer, type Socket } from 'node:net'

export type ForgetfulProxy = {
  port: number
  /** From now on nothing passes on the connections that are open, and neither side is told. */
  forget(): void
  /** Whether new connections are answered. */
  open(isOpen: boolean): void
  connections(): number
  close(): Promise<void>
}

/** A network between the program and a database that can forget its connections, as a firewall that is restarted does. */
export async function startForgetfulProxy(to: { host: string; port: number }): Promise<ForgetfulProxy> {
  const path = to.host.startsWith('/') ? `${to.host}/.s.PGSQL.${to.port}` : undefined
  const pairs = new Set<Socket[]>()
  let isOpen = true
  const server = createServer((client) => {
    client.on('error', () => {})
    const pair = [client]
    pairs.add(pair)
    if (!isOpen) return
    const database = path === undefined ? connect(to.port, to.host) : connect(path)
    database.on('error', () => client.destroy())
    pair.push(database)
    client.pipe(database).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has a port')
  return {
    port: address.port,
    forget() {
      for (const [client, database] of pairs) {
        if (!database) continue
        client?.unpipe(database).pause()
        database.unpipe(client).pause()
        client?.removeAllListeners('close')
        database.removeAllListeners('close')
      }
    },
    open(on) {
      isOpen = on
    },
    connections: () => pairs.size,
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
