import { restoreDatabase } from '../maintenance/restore-database.ts'

// A program of its own, to be killed: says that it begins, and restores a backup.
const [dataDir = '', folder = ''] = process.argv.slice(2)
const logger = { info() {}, warn() {}, error() {} }
process.stdout.write('begun\n')
await restoreDatabase({ dataDir, folder, now: new Date(), logger })
