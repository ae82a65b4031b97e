type Told = {
  merchant_request_id: string | null
  checkout_request_id: string | null
  amount?: number
  receipt?: string | null
  code?: number | string
}

/** What M-Pesa would post about a push; paid when a receipt is given. */
export function stkBody({ merchant_request_id, checkout_request_id, amount, receipt, code }: Told): string {
  const paid = typeof receipt === 'string'
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: merchant_request_id ?? 'none',
        CheckoutRequestID: checkout_request_id ?? 'none',
        ResultCode: code ?? (paid ? 0 : 1032),
        ResultDesc: paid ? 'The service request is processed successfully.' : 'Request cancelled by user',
        ...(paid
          ? {
              CallbackMetadata: {
                Item: [
                  { Name: 'Amount', Value: amount },
                  { Name: 'MpesaReceiptNumber', Value: receipt },
                  { Name: 'Balance' },
                ],
              },
            }
          : {}),
      },
    },
  })
}

let drawn = 0

/** A receipt that no other test draws. */
export function newReceipt(): string {
  drawn += 1
  return `TEST${String(drawn).padStart(6, '0')}`
}
