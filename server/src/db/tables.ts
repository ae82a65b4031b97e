// Written by scripts/generate-tables.ts from the migrated database; do not edit.
import type { Generated } from 'kysely'

export type Tables = {
  access_records: {
    id: Generated<number>
    at: Date
    account_id: string
    request_id: string
    action: string
    subject_id: Generated<string>
    filter: Generated<unknown>
    row_count: number
    once: string
  }
  account_notes: {
    id: Generated<number>
    account_id: string
    at: Date
    written_by: string
    what: string
    note: Generated<string>
    old_role: string | null
    new_role: string | null
    old_rights: string[] | null
    new_rights: string[] | null
  }
  accounts: {
    id: string
    name: string | null
    email: string
    phone: string | null
    email_proven_at: Date | null
    password_hash: string
    role: Generated<string>
    muted: Generated<string[]>
    channels: Generated<string[]>
    locale: Generated<string>
    banned_at: Date | null
    created_at: Date
    deleted_at: Date | null
    search_text: Generated<string>
    rights: Generated<string[]>
    name_was_changed: Generated<boolean>
  }
  agreement_addenda: {
    booking_id: string
    sequence: number
    change: unknown
    made_at: Date
    made_by: string | null
    accepted_at: Date | null
    accepted_how: string | null
    accepter_name: Generated<string>
  }
  agreement_drafts: {
    booking_id: string
    kind: string
    content: unknown
    created_at: Date
    return_event: number | null
  }
  agreements: {
    id: string
    number: string
    booking_id: string
    kind: string
    language: string
    layout: number
    file_id: string
    content_hash: string
    made_at: Date
    renter_initials: string
    staff_initials: string
    made_by: string | null
    sequence: Generated<number>
    return_event: number | null
  }
  audit_log: {
    id: Generated<number>
    at: Date
    account_id: string
    request_id: string
    action: string
    reason: Generated<string>
    subject: string
    subject_id: string
    before: unknown | null
    after: unknown | null
    search_text: Generated<string>
  }
  authenticator_apps: {
    account_id: string
    sealed_secret: string
    last_step: number
    created_at: Date
    last_used_at: Date | null
  }
  balance_spans: {
    payable_type: string
    payable_id: string
    balance: string
    day: string
    until: Generated<string>
    amount: number
    since: string
  }
  banners: {
    id: string
    picture_hash: string
    position: Generated<number>
    hidden_at: Date | null
    updated_at: Generated<Date>
  }
  booking_history: {
    id: Generated<number>
    booking_id: string
    at: Date
    actor: string
    event: string
    account_id: string | null
    status: string
    note: Generated<string>
    facts: unknown | null
  }
  bookings: {
    id: string
    reference: string
    account_id: string
    booked_by: string | null
    car_id: string
    request_hash: string
    start_date: string
    end_date: string
    pickup_time: string
    dropoff_time: string
    pickup_location: string
    dropoff_location: string
    starts_at: Date
    ends_at: Date
    occupied_until: Date
    price_per_day: number
    total_days: number
    total_amount: number
    insurance_cost: Generated<number>
    discount: Generated<number>
    final_amount: number
    price_snapshot: unknown | null
    cancellation_terms: unknown
    rental_terms: Generated<unknown>
    car_snapshot: unknown
    customer_info: unknown
    payment_method: string
    payment_status: Generated<string>
    payer_phone: string | null
    special_requests: Generated<string>
    driver_notes: Generated<string>
    extra_charges: Generated<number>
    status: Generated<string>
    hold_expires_at: Date | null
    keeps_car: Generated<boolean>
    cancellation_reason: Generated<string>
    cancelled_at: Date | null
    cancelled_by: string | null
    no_show: Generated<boolean>
    handover: unknown | null
    handover_return: unknown | null
    created_at: Date
    updated_at: Date
    extras: unknown | null
    delivery_address: Generated<string>
    collection_address: Generated<string>
    returned_at: Date | null
    search_text: Generated<string>
    former_references: Generated<string[]>
  }
  business_settings: {
    only_one: Generated<boolean>
    chosen: unknown
    updated_at: Date
    updated_by: string
    terms_changed_at: Date | null
    only_recorded_cars: Generated<boolean>
  }
  calendar_feeds: {
    id: string
    car_id: string | null
    name: string
    token_hash: string
    created_by: string | null
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  calendar_imports: {
    id: string
    car_id: string
    name: string
    calendar_url: string
    created_by: string | null
    created_at: Date
    checked_at: Date | null
    read_at: Date | null
    problem: string | null
    unread_entries: Generated<number>
    busy: Generated<string>
    removed_at: Date | null
    unread_names: Generated<string[]>
  }
  car_blocks: {
    id: string
    car_id: string
    starts_at: Date
    ends_at: Date
    reason: string
    created_by: string | null
    created_at: Date
    import_id: string | null
  }
  car_calendar: {
    car_id: string
    taken: string
    booking_id: string | null
    block_id: string | null
  }
  car_costs: {
    id: string
    car_id: string
    kind: string
    amount: number
    day: string
    note: Generated<string>
    scan: string | null
    created_by: string | null
    created_at: Date
    withdrawn_at: Date | null
  }
  car_document_reminders: {
    document_id: string
    step: number
    account_id: string
    created_at: Date
  }
  car_documents: {
    id: string
    car_id: string
    kind: string
    number: string
    issuer: string
    valid_from: string
    valid_until: string
    created_by: string | null
    created_at: Date
    withdrawn_at: Date | null
    scan: string | null
  }
  car_losses: {
    booking_id: string
    reason: string
    requested_by: string
    requested_at: Date
    confirmed_by: string | null
    confirmed_at: Date | null
    id: Generated<number>
    withdrawal_reason: Generated<string>
    withdrawal_requested_by: string | null
    withdrawal_requested_at: Date | null
    withdrawn_by: string | null
    withdrawn_at: Date | null
  }
  car_pictures: {
    car_id: string
    position: number
    picture_hash: string
  }
  cars: {
    id: string
    name: string
    number_plate: string | null
    chassis_number: string | null
    logbook_number: string | null
    year: number | null
    colour: string | null
    odometer: number | null
    category_id: string
    location_id: string
    description: string
    price_per_day: number
    deposit: Generated<number>
    km_per_day: Generated<number>
    seats: number
    transmission: string
    fuel_type: string
    specs: Generated<unknown>
    features: Generated<string[]>
    available: Generated<boolean>
    rating_sum: Generated<number>
    review_count: Generated<number>
    rating: Generated<number>
    search_text: Generated<string>
    retired_at: Date | null
    created_at: Date
    updated_at: Date
    insured: string | null
    inspected: string | null
    odometer_read_at: Date | null
  }
  cart_items: {
    account_id: string
    product_id: string
    quantity: number
    added_at: Date
  }
  categories: {
    id: string
    kind: string
    name: string
    picture_hash: string | null
    position: Generated<number>
    hidden_at: Date | null
    updated_at: Generated<Date>
    former_names: Generated<string[]>
    translations: Generated<unknown>
  }
  category_renames: {
    category_id: string
    renamed_at: Generated<Date>
    last_listing_id: string | null
    done: Generated<number>
    total: number
  }
  charge_disputes: {
    id: string
    booking_id: string
    charge: number | null
    amount: number
    reason: string
    disputed_at: Date
    decision: string | null
    answer: Generated<string>
    decided_by: string | null
    decided_at: Date | null
    kept_part_id: string | null
    withdrawn: Generated<number>
    fine_id: string | null
  }
  chauffeur_calendar: {
    booking_id: string
    taken: string
  }
  child_seat_calendar: {
    booking_id: string
    seats: number
    taken: string
  }
  condition_photos: {
    id: string
    report_id: string
    position: string
    mark_id: string | null
    file_id: string
    created_at: Date
  }
  condition_reports: {
    id: string
    booking_id: string
    kind: string
    draft_id: string
    started_by: string | null
    started_at: Date
    content: unknown | null
    signature: unknown | null
    signer_name: Generated<string>
    signed_at: Date | null
    completed_by: string | null
    completed_at: Date | null
    erased_at: Date | null
    withdrawn_at: Date | null
  }
  contact_messages: {
    id: string
    account_id: string | null
    name: string
    email: string
    message: string
    fingerprint: string
    suspicious: Generated<boolean>
    created_at: Date
    answered_at: Date | null
    answered_by: string | null
    forwarded_at: Date | null
    forward_attempts: Generated<number>
    next_forward_at: Date | null
    forward_error: Generated<string>
    forward_reply: Generated<string>
  }
  demo_market: {
    only_one: Generated<boolean>
    started_at: Date
    finished_at: Date | null
  }
  demo_rows: {
    subject: string
    id: string
  }
  deposits: {
    id: string
    number: Generated<number>
    booking_id: string
    amount: number
    waived_by: string | null
    waived_at: Date | null
    waiver_reason: Generated<string>
    return_by: Date | null
    settled_at: Date | null
    settled_by: string | null
    left_owed: Generated<boolean>
  }
  driver_checks: {
    id: string
    driver_id: string
    checked_by: string
    checked_at: Date
    outcome: string
    reason: Generated<string>
  }
  driver_waivers: {
    booking_id: string
    waived_by: string
    waived_at: Date
    reason: string
  }
  drivers: {
    id: string
    account_id: string | null
    booking_id: string | null
    full_name: string
    birth_date: string
    licence_number: string
    licence_origin: string
    licence_class: string
    licence_expires: string
    identity_kind: string
    identity_number: string
    licence_front: string | null
    licence_back: string | null
    identity_front: string | null
    status: Generated<string>
    refusal_reason: Generated<string>
    needed_until: string
    created_at: Date
    updated_at: Date
    withdrawn_at: Date | null
    withdrawn_by: string | null
    withdrawal_reason: Generated<string>
  }
  drivers_taken_out: {
    booking_id: string
    driver_id: string
    taken_out_by: string
    taken_out_at: Date
    reason: string
  }
  extras: {
    id: string
    kind: string
    price: number
    stock: number | null
    location_id: string | null
    to_location_id: string | null
    at_address: Generated<boolean>
    km: number | null
    created_at: Date
    updated_at: Date
  }
  factor_challenges: {
    token_hash: string
    account_id: string
    purpose: string
    passkey_challenge: string
    sealed_secret: string | null
    password_fingerprint: string
    attempts: Generated<number>
    created_at: Date
    expires_at: Date
  }
  first_admin: {
    only_one: Generated<boolean>
    account_id: string
    made_at: Date
  }
  hold_origins: {
    booking_id: string | null
    order_id: string | null
    account_id: string
    network: string
    phones: string[]
    made_at: Date
    person: string | null
  }
  idempotency_keys: {
    account_id: string | null
    route: string
    key: string
    request_hash: string
    made_id: string | null
    created_at: Date
  }
  kept_deposit_parts: {
    id: string
    deposit_id: string
    amount: number
    charged: number
    reason: string
    words: string
    kept_by: string
    kept_at: Date
    released: Generated<number>
    released_by: string | null
    released_at: Date | null
    release_reason: Generated<string>
    erased_at: Date | null
    charge_reduced: Generated<number>
  }
  kept_deposit_photos: {
    id: string
    part_id: string
    file_id: string
  }
  ledger_balances: {
    payable_type: string
    payable_id: string
    money: Generated<number>
    receivable: Generated<number>
    unapplied: Generated<number>
    suspense: Generated<number>
    revenue: Generated<number>
    deposits: Generated<number>
    refunds_payable: Generated<number>
    held: Generated<number>
    mpesa: Generated<number>
    cash: Generated<number>
    card: Generated<number>
    bank: Generated<number>
    cheque: Generated<number>
  }
  ledger_entries: {
    transaction_id: string
    line: number
    account: string
    payable_type: string | null
    payable_id: string | null
    amount: number
    day: string
  }
  ledger_figures: {
    transaction_id: string | null
    line: number | null
    day: string | null
    figure: string | null
    kind: string | null
    amount: number | null
    account: string | null
    booking_id: string | null
  }
  ledger_transactions: {
    id: string
    kind: string
    occurred_at: Date
    recorded_at: Generated<Date>
    actor_account_id: string | null
    idempotency_key: string
    provider: string | null
    receipt: string | null
    payable_type: string | null
    payable_id: string | null
    payment_id: string | null
    refund_id: string | null
    reverses: string | null
  }
  left_pieces: {
    id: string
    order_id: string
    product_id: string
    name: string
    price: number
    quantity: number
    ended_as: string
    why: string
    at: Date
  }
  likeness_reading: {
    only_row: Generated<boolean>
    after_file: string | null
    read_count: Generated<number>
    failed_count: Generated<number>
    tries: Generated<number>
  }
  listing_edit_pictures: {
    listing_id: string
    position: number
    picture_hash: string
  }
  listing_edits: {
    listing_id: string
    id: string
    fields: string[]
    proposed: unknown
    category_id: string | null
    location_id: string | null
    warnings: Generated<string[]>
    submitted_at: Date
    refused_at: Date | null
    refusal_reason: Generated<string>
  }
  listing_history: {
    id: Generated<number>
    listing_id: string
    at: Date
    actor: string
    account_id: string | null
    code: string
    params: Generated<unknown>
    status: string
    note: Generated<string>
  }
  listing_leads: {
    listing_id: string
    visitor: string
    way: string
    at: Date
    network: string
    slot: number
  }
  listing_pictures: {
    listing_id: string
    position: number
    picture_hash: string
  }
  listing_price_lists: {
    id: Generated<number>
    since: Date
    plans: unknown
  }
  listing_reports: {
    listing_id: string
    reporter: string
    account_id: string | null
    reason: string
    note: Generated<string>
    at: Date
    closed_at: Date | null
    network: string
    slot: number
    id: Generated<number>
    seen_name: string | null
    seen_price: number | null
    seen_description: string | null
  }
  listing_search_changes: {
    xid: Generated<string>
    at: Generated<Date>
    listing_id: string | null
    word: string | null
  }
  listing_views: {
    listing_id: string
    day: string
    visitor: string
    network: string
    slot: number
  }
  listing_words: {
    word: string
  }
  listings: {
    id: string
    number: Generated<number>
    account_id: string
    request_hash: string
    name: string
    make: string | null
    model: string | null
    description: string
    category_id: string
    location_id: string
    price: number
    seats: number
    transmission: string
    fuel_type: string
    seller_rating: number
    available: Generated<boolean>
    year: number
    mileage: number
    color: string
    condition: string
    ownership: string
    service_history: Generated<string>
    specs: Generated<unknown>
    features: Generated<string[]>
    contact_phone: string
    contact_email: string
    status: string
    verified_at: Date | null
    verified_price: number | null
    verified_version: Generated<number>
    changed_fields: Generated<string[]>
    review_since: Date | null
    review_reason: Generated<string>
    months_due: Generated<number>
    months: Generated<number>
    live_at: Date | null
    expires_at: Date | null
    sold_at: Date | null
    pending_since: Date
    warnings: Generated<string[]>
    reported_at: Date | null
    deleted_at: Date | null
    views: Generated<number>
    leads: Generated<number>
    search_text: Generated<string>
    created_at: Date
    updated_at: Date
    paused_at: Date | null
    suspension_reason: Generated<string>
    days: Generated<number>
    days_due: Generated<number>
    paid_due: Generated<number>
    free_days: Generated<number>
    checked_seller_name: string | null
  }
  locations: {
    id: string
    name: string
    town_id: string | null
    position: Generated<number>
    hidden_at: Date | null
    updated_at: Generated<Date>
    former_names: Generated<string[]>
    translations: Generated<unknown>
    is_town: Generated<boolean>
    town_is_town: Generated<boolean | null>
  }
  lost_answers: {
    id: string | null
  }
  merged_carts: {
    account_id: string
    cart_id: string
    merged_at: Date
  }
  mpesa_requests: {
    payment_id: string
    merchant_request_id: string | null
    checkout_request_id: string | null
    result_code: string | null
    result_desc: string | null
  }
  notifications: {
    id: string
    account_id: string | null
    channel: string
    recipient: string
    kind: string
    params: unknown
    locale: Generated<string>
    dedupe_key: string
    created_at: Date
    sent_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Date
    last_error: string | null
    given_up_at: Date | null
    trace_parent: string | null
  }
  order_history: {
    id: Generated<number>
    order_id: string
    at: Date
    actor: string
    event: string
    account_id: string | null
    status: string
    note: Generated<string>
  }
  order_items: {
    order_id: string
    position: number
    product_id: string
    name: string
    price: number
    quantity: number
    picture_hash: string | null
    ended_as: string | null
  }
  orders: {
    id: string
    number: Generated<number>
    account_id: string | null
    request_hash: string
    channel: string
    status: Generated<string>
    payment_status: Generated<string>
    address: unknown | null
    subtotal: number
    delivery_fee: Generated<number>
    amount: number
    expires_at: Date | null
    reserves_stock: Generated<boolean>
    dispatch_note: Generated<string>
    cancellation_reason: Generated<string>
    cancelled_at: Date | null
    cancelled_by: string | null
    created_at: Date
    updated_at: Date
    search_text: Generated<string>
  }
  papers_taken_out: {
    booking_id: string | null
    driver_id: string | null
    taken_out_by: string | null
    taken_out_at: Date | null
    reason: string | null
  }
  passkeys: {
    id: string
    account_id: string
    credential_id: string
    public_key: string
    counter: number
    transports: Generated<string[]>
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  payables: {
    payable_type: string | null
    payable_id: string | null
    account_id: string | null
    reference: string | null
    payer_name: string | null
    payer_phone: string | null
    price: number | null
    status: string | null
    is_live: boolean | null
    is_deleted: boolean | null
    created_at: Date | null
    search_text: string | null
    price_account: string | null
    at_counter: boolean | null
    payer_email: string | null
  }
  payment_codes: {
    code: string
    payment_id: string | null
    refund_id: string | null
  }
  payment_messages: {
    id: Generated<number>
    payment_id: string | null
    kind: string
    body: string
    received_at: Date
    status: Generated<string>
  }
  payment_proofs: {
    id: string
    payable_type: string
    payable_id: string
    listing_id: Generated<string | null>
    account_id: string
    method: string
    code: string
    amount_read: number | null
    amount_typed: number
    paid_at: Date | null
    recipient: Generated<string>
    payer_name: string
    payer_phone: string
    email: string
    message: string
    warnings: Generated<string[]>
    status: Generated<string>
    reason: string | null
    note: Generated<string>
    paid_so_far: number | null
    created_at: Date
    settled_at: Date | null
    settled_by: string | null
    terms: unknown
  }
  payment_statements: {
    id: string
    imported_by: string
    imported_at: Date
    first_at: Date
    last_at: Date
    named: number
  }
  payments: {
    id: string
    payable_type: string
    payable_id: string
    booking_id: Generated<string | null>
    listing_id: Generated<string | null>
    order_id: Generated<string | null>
    deposit_id: Generated<string | null>
    account_id: string | null
    payment_proof_id: string | null
    method: string
    amount: number
    amount_received: number | null
    terms: unknown | null
    adds_to_price: Generated<boolean>
    phone: string
    status: string
    outcome: Generated<string>
    failure: string | null
    webhook_secret: string | null
    requested_at: Date | null
    requested_reference: string | null
    retry_at: Date | null
    receipt: string | null
    next_poll_at: Date | null
    poll_count: Generated<number>
    created_at: Date
    settled_at: Date | null
    recorded_by: string | null
    note: Generated<string>
    approved_by: string | null
    approved_at: Date | null
    pays_owed: Generated<boolean>
    trace_parent: string | null
    transaction_id: Generated<string | null>
    moved_by_refund: string | null
    voided_by: string | null
    voided_at: Date | null
    paid_at: Date | null
    counted_at: Generated<Date>
    corrected_by: string | null
    corrected_at: Date | null
    corrected_from: number | null
    matched_by: string | null
  }
  payments_going_back: {
    id: string | null
    status: string | null
  }
  picture_likenesses: {
    picture_hash: string | null
    file_id: string | null
    fields: Buffer | null
    code: string | null
  }
  pictures: {
    hash: string
    width: number
    height: number
    placeholder: string
    pregenerated_rounds: Generated<number>
    created_at: Date
  }
  price_rules: {
    id: string
    name: string
    kind: string
    value: number
    from_days: number | null
    car_id: string | null
    category_id: string | null
    first_day: string | null
    last_day: string | null
    weekdays: number[]
    created_at: Date
    updated_at: Date
    effect: Generated<string>
  }
  private_files: {
    id: string
    kind: string
    media_type: string
    byte_count: number
    width: number | null
    height: number | null
    content_hash: string
    key_id: string
    uploaded_by: string | null
    created_at: Date
    delete_after: Date | null
  }
  product_pictures: {
    product_id: string
    position: number
    picture_hash: string
  }
  products: {
    id: string
    name: string
    description: string
    category_id: string
    price: number
    on_hand: number
    reserved: Generated<number>
    hidden_at: Date | null
    search_text: Generated<string>
    created_at: Date
    updated_at: Date
    name_key: Generated<string>
  }
  provider_transactions: {
    receipt: string
    method: string
    amount: number
    recipient: string
    payer_reference: string
    phone: Generated<string>
    payer_name: Generated<string>
    paid_at: Date | null
    body: string
    received_at: Date
    payment_id: string | null
    owing_payable_id: string | null
    id: Generated<string>
    moved_at: Generated<Date>
    statement_id: string | null
  }
  public_listings: {
    listing_id: string
    category_id: string
    location_id: string
    live_at: Date
    public_until: Date
    price: number
    mileage: number
    year: number
    seats: number
    available: boolean
    transmission: string
    fuel_type: string
    search_text: string
  }
  rate_limits: {
    bucket: string
    count: number
    window_ends_at: Date
  }
  reading_corrections: {
    id: string
    booking_id: string
    kind: string
    km_before: number
    km_after: number
    reason: string
    corrected_by: string
    corrected_at: Date
  }
  receipts: {
    number: number
    order_id: string
    amount: number
    payment_code: string | null
    issued_at: Date
  }
  recovery_codes: {
    account_id: string
    code_hash: string
    expires_at: Date
    attempts: Generated<number>
    used_at: Date | null
    reset_hash: string | null
    reset_expires_at: Date | null
  }
  recovery_links: {
    secret_hash: string
    account_id: string
    expires_at: Date
  }
  refunds: {
    id: string
    payable_type: string
    payable_id: string
    booking_id: Generated<string | null>
    listing_id: Generated<string | null>
    order_id: Generated<string | null>
    deposit_id: Generated<string | null>
    payment_id: string | null
    occasion: Generated<string>
    amount: number
    reason: string
    reason_note: Generated<string>
    status: Generated<string>
    receipt: string | null
    created_at: Date
    sent_at: Date | null
    approved_by: string | null
    approved_at: Date | null
    sent_by: string | null
    sent_note: Generated<string>
    transaction_id: Generated<string | null>
    method: string | null
    sent_on: string | null
    confirmed_by: string | null
    confirmed_at: Date | null
    other_receipts: Generated<string[]>
    transfer_amounts: Generated<number[]>
    came_with: string | null
  }
  refusal_appeals: {
    id: string
    entry_id: string
    appeal: string
    decision: string
    reason: string
    decided_by: string
    decided_at: Date
  }
  refusal_list_entries: {
    id: string
    phone_hash: string | null
    licence_hash: string | null
    phone_end: Generated<string>
    licence_end: Generated<string>
    reason: string
    note: string
    until: string
    added_by: string
    created_at: Date
    lifted_at: Date | null
  }
  report_entries: {
    id: Generated<number>
    figure: string
    kind: string
    day: string
    amount: number
    account: string | null
    car_id: string | null
    booking_id: string | null
    transaction_id: string | null
  }
  reported_pictures: {
    listing_id: string
    picture_hash: string
  }
  reservations: {
    order_id: string
    product_id: string
    quantity: number
    expires_at: Date
  }
  review_decisions: {
    booking_id: string
    hidden_reason: Generated<string>
    hidden_by: string | null
    hidden_at: Date | null
    answer: Generated<string>
    answered_by: string | null
    answered_at: Date | null
  }
  reviews: {
    booking_id: string
    car_id: string
    account_id: string
    rating: number
    comment: Generated<string>
    reviewed_at: Date
  }
  saved_views: {
    id: string
    account_id: string
    name: string
    list: string
    query: string
    created_at: Date
  }
  scheduled_task_runs: {
    name: string
    started_at: Date
  }
  second_factor_recovery_codes: {
    account_id: string
    code_hash: string
    created_at: Date
    used_at: Date | null
  }
  service_plans: {
    car_id: string
    every_km: number | null
    every_months: number | null
    start_km: number
    start_day: string
    updated_by: string | null
    updated_at: Date
  }
  service_records: {
    id: string
    car_id: string
    km: number
    day: string
    note: Generated<string>
    cost_id: string | null
    created_by: string | null
    created_at: Date
    withdrawn_at: Date | null
  }
  services: {
    id: string
    name: string
    description: string
    picture_hash: string | null
    position: Generated<number>
    hidden_at: Date | null
    updated_at: Generated<Date>
    translations: Generated<unknown>
  }
  sessions: {
    id: string
    account_id: string
    created_at: Date
    last_used_at: Date
    idle_expires_at: Date
    expires_at: Date
    ended_at: Date | null
    browser: string | null
    operating_system: string | null
    password_proved_at: Date
    second_factor_proved_at: Date | null
  }
  traffic_fines: {
    id: string
    car_id: string
    number_plate: string
    booking_id: string | null
    offence_at: Date
    amount: number
    authority_reference: Generated<string>
    note: Generated<string>
    paper: string | null
    recorded_by: string
    recorded_at: Date
    withdrawn_by: string | null
    withdrawn_at: Date | null
    withdrawal_reason: Generated<string>
    erased_at: Date | null
  }
  unpaid_confirmations: {
    booking_id: string
    amount: number
    note: string
    requested_by: string
    requested_at: Date
    confirmed_by: string | null
    confirmed_at: Date | null
  }
  unpaid_handovers: {
    booking_id: string
    amount: number
    allowed_by: string
    allowed_at: Date
    reason: string
  }
  unproven_payments: {
    id: string | null
    payable_id: string | null
    recorded_by: string | null
    amount: number | null
  }
  unreported_payments: {
    id: string | null
    payable_id: string | null
    created_at: Date | null
    settled_at: Date | null
  }
}
