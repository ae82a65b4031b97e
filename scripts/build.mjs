// `npm run build`: builds the site and the desk anew, when nothing else builds in this folder.
import './check-node.mjs'
import './end-with-npm.mjs'
import { build } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

await ensureInstalled()
await build()
