import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'

/** Technical specifications by name, as rental cars and cars for sale store them. */
export const carSpecsDocument = storedDocument('car specifications', z.record(z.string(), z.string()))
