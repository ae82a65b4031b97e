import { proveAccess } from './prove-access.ts'

proveAccess('accounts')
