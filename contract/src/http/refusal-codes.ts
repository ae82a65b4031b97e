/** Every "no" the API can say: its HTTP status and the sentence shown when the refusing code has no better one. */
export const refusals = {
  invalid: { status: 400, message: 'Please check what you entered and try again.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  wrong_login: { status: 401, message: 'The email or the password is wrong.' },
  account_banned: { status: 403, message: 'This account is closed. Please contact us.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'We could not find that.' },
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  email_taken: { status: 409, message: 'An account with this email already exists. Please log in.' },
  password_too_common: { status: 400, message: 'This password is too easy to guess. Please choose another.' },
  wrong_code: { status: 400, message: 'The code is wrong or has expired. Please request a new one.' },
  wrong_password: { status: 403, message: 'This is not your password. Please try again.' },
  account_in_use: { status: 409, message: 'Something in this account is still under way.' },
  message_not_taken: {
    status: 502,
    message: 'Your message could not be sent on. We have kept it, and will read it.',
  },
  reset_not_verified: { status: 403, message: 'Please verify the code from your email first.' },
  car_not_found: { status: 404, message: 'Car not found' },
  car_unavailable: { status: 409, message: 'This car is not available at the moment.' },
  car_taken: { status: 409, message: 'This car is already booked for those dates.' },
  changed_meanwhile: { status: 409, message: 'Someone else changed this. Look again.' },
  car_needs_picture: { status: 400, message: 'Please upload at least one image' },
  car_is_retired: { status: 409, message: 'This car is no longer in the fleet.' },
  car_not_retired: { status: 409, message: 'This car is in the fleet already.' },
  car_has_bookings: {
    status: 409,
    message: 'This car has bookings that are not over. Finish, move or cancel them first.',
  },
  price_changed: {
    status: 409,
    message: 'The price has changed. Please check the new price and confirm again.',
  },
  rental_dates_invalid: {
    status: 400,
    message: 'Please choose a pickup date from today on and a later dropoff date.',
  },
  location_unknown: { status: 400, message: 'Please choose one of our locations.' },
  already_held: {
    status: 409,
    message:
      'You already hold this car for these dates. Pay for or cancel that booking in My Bookings first.',
  },
  too_many_holds: {
    status: 409,
    message: 'You already hold three unpaid bookings. Pay for or cancel one of them first.',
  },
  too_much_for_mpesa: {
    status: 422,
    message:
      'M-Pesa carries at most Ksh 250,000 a payment. Please choose WhatsApp, and we will arrange it with you.',
  },
  booking_not_found: { status: 404, message: 'Booking not found' },
  booking_wrong_state: {
    status: 409,
    message: 'This booking has changed and can no longer be updated this way.',
  },
  booking_not_payable: { status: 409, message: 'This booking can no longer be paid. Please book again.' },
  hold_expired: { status: 409, message: 'The time to pay for this booking has run out. Please book again.' },
  already_reviewed: { status: 409, message: 'You have already reviewed this booking.' },
  payment_not_found: { status: 404, message: 'Payment not found' },
  payment_too_soon: {
    status: 409,
    message: 'A request is already on its way to your phone. Please wait a moment.',
  },
  listing_not_found: { status: 404, message: 'Vehicle not found' },
  listing_wrong_state: {
    status: 409,
    message: 'This listing has changed and can no longer be updated this way.',
  },
  listing_needs_picture: { status: 400, message: 'Please upload at least one image' },
  listing_plan_unknown: {
    status: 400,
    message: 'Please choose a plan: Ksh 2,000 for 1 month, 4,500 for 3, 8,000 for 6 or 10,000 for 1 year.',
  },
  mpesa_code_used: {
    status: 409,
    message: 'This M-Pesa code has already been used. Please paste the message of another payment.',
  },
  product_not_found: { status: 404, message: 'Product not found' },
  product_needs_picture: { status: 400, message: 'Please upload at least one image' },
  product_name_taken: { status: 409, message: 'A product with this name already exists.' },
  stock_changed: {
    status: 409,
    message: 'The stock has changed since you looked. Please look again.',
  },
  stock_is_reserved: { status: 409, message: 'More pieces than that are already promised to customers.' },
  cart_empty: { status: 400, message: 'Your cart is empty' },
  cart_full: { status: 409, message: 'Your cart is full. Please order or remove something first.' },
  quantity_invalid: {
    status: 400,
    message: 'Please choose a whole number of pieces, at most 99 of one product',
  },
  out_of_stock: { status: 409, message: 'There is not enough of this left.' },
  too_many_orders: {
    status: 409,
    message: 'You already have three unpaid orders. Pay for or cancel one of them first.',
  },
  order_not_found: { status: 404, message: 'Order not found' },
  order_wrong_state: {
    status: 409,
    message: 'This order has changed and can no longer be updated this way.',
  },
  order_not_payable: { status: 409, message: 'This order can no longer be paid. Please order again.' },
  order_expired: { status: 409, message: 'The time to pay for this order has run out. Please order again.' },
  category_unknown: { status: 400, message: 'Please select a category' },
  already_reported: { status: 409, message: 'You have already reported this listing. Thank you.' },
  idempotency_conflict: {
    status: 409,
    message: 'This request was already sent with other details. Please reload and try again.',
  },
  picture_unsupported: { status: 415, message: 'Please choose a JPEG, PNG or WebP picture.' },
  picture_unreadable: {
    status: 422,
    message: 'This picture cannot be read. It may be damaged: please choose another.',
  },
  picture_too_large: {
    status: 413,
    message: 'This picture is too large. Please choose one of at most 40 megapixels and 15 MB.',
  },
  too_large: { status: 413, message: 'That is too large to send.' },
  unsupported_type: { status: 415, message: 'This kind of content is not supported.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  unavailable: { status: 503, message: 'We are briefly unavailable. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals
