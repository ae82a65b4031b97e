import { proveAccess } from './prove-access.ts'

proveAccess('cars')
