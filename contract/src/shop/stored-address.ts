import { storedDocument } from '../stored-document.ts'
import { StoredAddress } from './order.ts'

/** The delivery address of an order as it is stored. */
export const addressDocument = storedDocument('delivery address', StoredAddress)
