/** Every error code of the API, with its HTTP status and its default message. */
export const errorCodes = {
  invalid: { status: 400, message: 'Please check what you entered and try again.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  wrong_login: { status: 401, message: 'The email or the password is wrong.' },
  email_proof_needed: {
    status: 429,
    message:
      'Too many wrong passwords were tried. Please choose “Forgot password?” to show that this email is yours, or wait an hour.',
  },
  account_banned: { status: 403, message: 'This account is closed. Please contact us.' },
  second_factor_needed: { status: 401, message: 'One more step: please confirm that it is you.' },
  second_factor_required: {
    status: 403,
    message: 'Your role needs a second factor. Please add one under My Account first.',
  },
  fresh_proof_needed: { status: 403, message: 'Please confirm that it is you first.' },
  wrong_second_factor: { status: 400, message: 'This is not right, or was used already. Please try again.' },
  challenge_over: { status: 409, message: 'This took too long, or too many tries. Please start again.' },
  app_already_added: { status: 409, message: 'An authenticator app is added already. Remove it first.' },
  too_many_passkeys: { status: 409, message: 'You have ten passkeys. Remove one that you no longer use.' },
  last_second_factor: {
    status: 409,
    message: 'Your role needs a second factor. Add another before you remove this one.',
  },
  no_second_factor: { status: 409, message: 'This account has no second factor.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'We could not find that.' },
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  email_taken: { status: 409, message: 'An account with this email already exists. Please log in.' },
  password_too_common: { status: 400, message: 'This password is too easy to guess. Please choose another.' },
  wrong_code: { status: 400, message: 'The code is wrong or has expired. Please request a new one.' },
  recovery_link_over: { status: 400, message: 'This link is no longer good. Please ask for a new code.' },
  wrong_password: { status: 403, message: 'This is not your password. Please try again.' },
  password_needed: { status: 403, message: 'Please enter your password to change your phone number.' },
  account_wrong_state: { status: 409, message: 'Someone else changed this account. Look again.' },
  last_admin: { status: 409, message: 'Somebody must stay admin. Make another person an admin first.' },
  notification_wrong_state: { status: 409, message: 'This mail cannot be sent once more. Look again.' },
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
  too_much_held: {
    status: 409,
    message:
      'You, or others with your phone number or internet connection, already hold as much as can be held unpaid. Pay one of them now, or pay this booking or order by M-Pesa at once.',
  },
  holds_paused: {
    status: 409,
    message:
      'Several holds of yours, or with your phone number or internet connection, ended without payment. Pay by M-Pesa at once, or choose WhatsApp again in a few hours.',
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
  phone_asked_too_often: {
    status: 429,
    message:
      'This phone was asked to pay too many times in the last hour. Use another number, or try again later.',
  },
  payment_wrong_state: { status: 409, message: 'Someone else changed this. Look again.' },
  purchase_not_found: { status: 404, message: 'Nothing that we sold has this reference.' },
  purchase_gone: {
    status: 409,
    message: 'This money can no longer buy what it is for. Give it back, or match it with something else.',
  },
  amount_too_small: { status: 409, message: 'This is less than the price.' },
  payment_not_approved: {
    status: 409,
    message: 'Only one person says that this money came in. Somebody else must approve that payment first.',
  },
  payment_needs_second_person: {
    status: 409,
    message: 'You took this money, so somebody else approves it.',
  },
  confirm_needs_second_person: {
    status: 409,
    message: 'You asked for this already. Somebody else must confirm this booking too.',
  },
  refund_not_found: { status: 404, message: 'Refund not found' },
  refund_wrong_state: { status: 409, message: 'Someone else changed this. Look again.' },
  refund_not_approved: { status: 409, message: 'An admin must agree to this refund first.' },
  refund_needs_second_person: {
    status: 409,
    message: 'You agreed to this refund, so somebody else sends it.',
  },
  listing_not_found: { status: 404, message: 'Vehicle not found' },
  listing_wrong_state: {
    status: 409,
    message: 'This listing has changed and can no longer be updated this way.',
  },
  listing_needs_picture: { status: 400, message: 'Please upload at least one image' },
  listing_plan_unknown: {
    status: 400,
    message: 'Please choose one of the plans.',
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
  stock_reserved: { status: 409, message: 'More pieces than that are already promised to customers.' },
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
  catalog_item_incomplete: { status: 400, message: 'Please fill in all required fields' },
  catalog_item_needs_picture: { status: 400, message: 'Please upload at least one image' },
  catalog_item_name_taken: { status: 409, message: 'This list has that name already, perhaps hidden.' },
  catalog_item_in_use: { status: 409, message: 'Something still uses this. Hide it instead.' },
  last_catalog_item: { status: 409, message: 'Something must stay in this list. Show or add another first.' },
  catalog_list_full: { status: 409, message: 'This list is full. Remove something first.' },
  town_unknown: { status: 400, message: 'Please choose one of our towns.' },
  town_has_points: { status: 409, message: 'Pickup points lie in this town, so it stays a town.' },
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
  // Not 408, because browsers repeat a request that was answered with 408.
  too_slow: {
    status: 400,
    message: 'What you sent arrived too slowly. Please try again on a better connection.',
  },
  unsupported_type: { status: 415, message: 'This kind of content is not supported.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  unavailable: { status: 503, message: 'We are briefly unavailable. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes
