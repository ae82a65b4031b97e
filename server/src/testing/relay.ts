import { connect, createServer } from 'node:net'

// A program of its own, which runs in another network: passes what comes at this address on to a socket of the file system.
const [host = '', port = '', path = ''] = process.argv.slice(2)
createServer((client) => {
  const server = connect(path)
  client.on('error', () => server.destroy())
  server.on('error', () => client.destroy())
  client.pipe(server).pipe(client)
}).listen(Number(port), host, () => process.stdout.write('open\n'))
