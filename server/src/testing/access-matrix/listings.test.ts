import { proveAccess } from './prove-access.ts'

proveAccess('listings')
