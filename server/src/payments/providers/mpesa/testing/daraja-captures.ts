/**
 * What the real Daraja said. Retyped from captures and samples that others published; each entry names its source.
 * NM = github.com/newtonmunene99/mpesa-api: `sandbox/` are captures of the sandbox (ids and numbers redacted there and
 * filled in here with the published sample values), `daraja/` are samples of Safaricom's portal.
 */

/** NM sandbox/callbacks/stk-success.json, captured 2026-10-06. */
export const capturedStkSuccess = {
  Body: {
    stkCallback: {
      MerchantRequestID: 'ac7b-470b-8df7-23ab3cef38271280493',
      CheckoutRequestID: 'ws_CO_06102026095225172708374149',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 1 },
          { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
          { Name: 'Balance' },
          { Name: 'TransactionDate', Value: 20261006095233 },
          { Name: 'PhoneNumber', Value: 254708374149 },
        ],
      },
    },
  },
}

/** NM sandbox/callbacks/stk.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedStkNoAnswer = {
  Body: {
    stkCallback: {
      MerchantRequestID: 'ac7b-470b-8df7-23ab3cef38271071873',
      CheckoutRequestID: 'ws_CO_1007202409152617172396192',
      ResultCode: 1037,
      ResultDesc: 'No response from user.',
    },
  },
}

/** NM daraja/stk-callback-cancelled.json: portal sample, transcribed 2026-09-29. */
export const sampleStkCancelled = {
  Body: {
    stkCallback: {
      MerchantRequestID: 'f1e2-4b95-a71d-b30d3cdbb7a7942864',
      CheckoutRequestID: 'ws_CO_21072024125243250722943992',
      ResultCode: 1032,
      ResultDesc: 'Request cancelled by user',
    },
  },
}

/** NM daraja/stk-callback-success.json: portal sample, transcribed 2026-09-29. Old ids, no balance, `1.00` on the wire. */
export const sampleStkSuccessText = `{"Body":{"stkCallback":{"MerchantRequestID":"29115-34620561-1",
  "CheckoutRequestID":"ws_CO_191220191020363925","ResultCode":0,
  "ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":[
  {"Name":"Amount","Value":1.00},{"Name":"MpesaReceiptNumber","Value":"NLJ7RT61SV"},
  {"Name":"TransactionDate","Value":20191219102115},{"Name":"PhoneNumber","Value":254708374149}]}}}}`

/** NM sandbox/stk-push.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedPushAccepted = {
  MerchantRequestID: 'ac7b-470b-8df7-23ab3cef38271071873',
  CheckoutRequestID: 'ws_CO_1007202409152617172396192',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
}

/** NM sandbox/stk-query.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedQueryFinal = {
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successfully',
  MerchantRequestID: 'ac7b-470b-8df7-23ab3cef38271071873',
  CheckoutRequestID: 'ws_CO_1007202409152617172396192',
  ResultCode: '1037',
  ResultDesc: 'No response from user.',
}

/** github.com/safaricom/LNMOnlineAndroidSample, thread 13, 2018: a query while the phone asks. HTTP 500. */
export const reportedQueryPending = {
  requestId: 'ws_CO_20022018230142206',
  errorCode: '500.001.1001',
  errorMessage: 'The transaction is being processed',
}

/** Daraja portal, M-Pesa Express, "Error Response", read 2026-11-21. HTTP 400. */
export const sampleObjection = {
  requestId: '1c5b-4ba8-815c-ac45c57a3db01495926',
  errorCode: '400.002.02',
  errorMessage: 'Bad Request - Invalid BusinessShortCode',
}

/** NM sandbox/b2c-pochi.json, captured 2026-10: a good token for a product that is not enabled. HTTP 401. */
export const capturedTokenObjection = {
  requestId: '1c5b-4ba8-815c-ac45c57a3db01495926',
  errorCode: '401.002.01',
  errorMessage: 'Error Occurred - Invalid Access Token - ',
}

/** The sandbox's gateway, reported by several users up to 2026-08. HTTP 429. */
export const reportedSpikeArrest = {
  fault: {
    faultstring:
      'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}',
    detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
  },
}

/** Daraja 2.0 documents, authorization: the lifetime is text. */
export const sampleToken = { access_token: 'c9SQxWWhmdVRlyh0zh8gZDTkubVF', expires_in: '3599' }

/** NM sandbox/c2b-register.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedC2bRegistered = {
  OriginatorCoversationID: '6e86-45dd-91ac-fd5d4178ab523408729',
  ResponseCode: '00000000',
  ResponseDescription: 'Success',
}

/** NM sandbox/c2b-simulate.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedC2bSimulated = {
  OriginatorCoversationID: '6e86-45dd-91ac-fd5d4178ab523408729',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
}

/** NM daraja/c2b-v2-notification.json: portal sample, transcribed 2026-09-29. */
export const sampleC2bNotification = {
  TransactionType: 'Pay Bill',
  TransID: 'RKL51ZDR4F',
  TransTime: '20231121121325',
  TransAmount: '5.00',
  BusinessShortCode: '600966',
  BillRefNumber: 'Sample Transaction',
  InvoiceNumber: '',
  OrgAccountBalance: '25.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 126',
  FirstName: 'NICHOLAS',
  MiddleName: '',
  LastName: '',
}

/** NM sandbox/status.conversation-id.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedAcknowledgement = {
  OriginatorConversationID: '53e3-4aa8-9fe0-8fb5e4092cdd3533373',
  ConversationID: 'AG_20210709_12346c8e6f8858d7b70a',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
}

/** NM sandbox/callbacks/status-result-not-found.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedStatusNotFound = {
  Result: {
    ResultType: 0,
    ResultCode: 2032,
    ResultDesc: 'The transaction receipt number does not exist.',
    OriginatorConversationID: '53e3-4aa8-9fe0-8fb5e4092cdd3533373',
    ConversationID: 'AG_20210709_12346c8e6f8858d7b70a',
    TransactionID: 'SKE0000000',
    ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
  },
}

/** NM daraja/status-result-partial.json: portal sample, transcribed 2026-09-29; its first lines are missing there. */
export const sampleStatusParameters = [
  { Key: 'DebitAccountType', Value: 'Utility Account' },
  { Key: 'DebitPartyCharges', Value: 'Fee For B2C Payment|KES|22.40' },
  { Key: 'TransactionReason' },
  { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
  { Key: 'TransactionStatus', Value: 'Completed' },
  { Key: 'FinalisedTime', Value: '20180223054112' },
  { Key: 'Amount', Value: '300' },
  { Key: 'ConversationID', Value: 'AG_20180223_000041b09c22e613d6c9' },
  { Key: 'ReceiptNo', Value: 'MBN31H462N' },
]

/** NM daraja/reversal-result-success.json: portal sample, transcribed 2026-09-29. */
export const sampleReversalDone = {
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: 'dad6-4c34-8787-c8cb963a496d1268232',
    ConversationID: 'AG_20211114_201018edbbf9f1582eaa',
    TransactionID: 'SKE52PAWR9',
    ResultParameters: {
      ResultParameter: [
        { Key: 'DebitAccountBalance', Value: 'Utility Account|KES|7722179.62|7722179.62|0.00|0.00' },
        { Key: 'Amount', Value: 1.0 },
        { Key: 'TransCompletedTime', Value: 20211114132711 },
        { Key: 'OriginalTransactionID', Value: 'SKC82PACB8' },
        { Key: 'Charge', Value: 0.0 },
        { Key: 'CreditPartyPublicName', Value: '254705912645 - NICHOLAS JOHN SONGOK' },
        { Key: 'DebitPartyPublicName', Value: '600992 - Safaricom Daraja 992' },
      ],
    },
    ReferenceData: {
      ReferenceItem: {
        Key: 'QueueTimeoutURL',
        Value: 'https://internalsandbox.safaricom.co.ke/mpesa/reversalresults/v1/submit',
      },
    },
  },
}

/** NM sandbox/callbacks/reversal-result-invalid.json, captured between 2026-09-30 and 2026-10-07. */
export const capturedReversalInvalid = {
  Result: {
    ResultType: 0,
    ResultCode: 'R000002',
    ResultDesc: 'The OriginalTransactionID is invalid.',
    OriginatorConversationID: '3124-481d-b706-10bdd6fbc8e21792398',
    ConversationID: 'AG_20211114_2010573069aefb6b625a',
    TransactionID: 'SKE0000000',
    ReferenceData: {
      ReferenceItem: {
        Key: 'QueueTimeoutURL',
        Value: 'https://internalsandbox.safaricom.co.ke/mpesa/reversalresults/v1/submit',
      },
    },
  },
}
