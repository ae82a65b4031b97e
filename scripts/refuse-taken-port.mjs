import { once } from 'node:events'
import { createServer } from 'node:net'
import { giveUp, setting } from './project.mjs'

/** Gives up before anything is installed or built where the program could not open its port afterwards. */
export async function refuseTakenPort() {
  const port = setting('PORT', '3000')
  const server = createServer()
  try {
    server.listen(Number(port), setting('HOST', 'localhost'))
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  } catch (error) {
    // What else is wrong with the two, the program itself says.
    if (error.code === 'EADDRINUSE')
      giveUp(`Port ${port} is already taken. Stop what uses it, or choose another with PORT.`)
  }
}
