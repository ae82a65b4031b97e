/** How Daraja words each result of a payment. */
const descriptions = new Map([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum transaction amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum transaction amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['17', 'Rule limited.'],
  ['26', 'System busy. Traffic blocking condition in place.'],
  ['1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'],
  ['1019', 'Transaction has expired.'],
  ['1025', 'An error occurred while sending a push request.'],
  ['1032', 'Request cancelled by user'],
  ['1036', '[STK_CB - ]SMSC ACK timeout.'],
  ['1037', 'No response from user.'],
  ['2001', 'The initiator information is invalid.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  ['2032', 'The transaction receipt number does not exist.'],
  ['4999', 'The transaction is still under processing'],
  ['8006', 'The security credential is locked.'],
  ['9999', 'An error occurred while sending a push request.'],
  ['SFC_IC0003', 'The operator does not exist.'],
  ['E3008', 'Error, the user has a bad debt contract.'],
  ['R000001', 'The transaction has already been reversed.'],
  ['R000002', 'The OriginalTransactionID is invalid.'],
])

export function resultDescription(code: string): string {
  return descriptions.get(code) ?? 'The transaction has failed.'
}

/** Callbacks carry codes that look like numbers as numbers, and the others as text. */
export function callbackCode(code: string): number | string {
  return /^\d+$/.test(code) ? Number(code) : code
}
