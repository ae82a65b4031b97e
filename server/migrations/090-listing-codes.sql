-- The history of a listing and the warnings for staff are codes with parameters; their words are in
-- contract/src/listings/listing-labels.ts.
alter table listing_history
  add column code text,
  add column params jsonb not null default '{}';

update listing_history set code = case
  when what = 'Listed' then 'listed'
  when what = 'Paid for again' then 'resubmitted'
  when what = 'Edited' then 'edited'
  when what = 'Marked as sold' then 'marked_sold'
  when what = 'Marked as available' then 'marked_available'
  when what = 'Changes withdrawn' then 'edit_withdrawn'
  when what = 'Deleted' then 'deleted'
  when what = 'Verified' then 'verified'
  when what = 'Not verified' then 'rejected'
  when what = 'Suspended' then 'suspended'
  when what = 'Restored' then 'restored'
  when what = 'The paid time is over' then 'expired'
  when what = 'Changed very often' then 'changes_omitted'
  when what = 'Reported to staff' then 'reported'
  when what like 'Changes approved: %' then 'edit_approved'
  when what like 'Changes refused: %' then 'edit_refused'
  when what like 'Paid Ksh %' then 'paid'
  when what like 'Went live for %' then 'went_live'
  when what like 'Extended by %' then 'extended'
  when what like 'Not paid for within %' then 'payment_overdue'
end;

update listing_history set params = case
  when code = 'edited' then jsonb_build_object('fields', case when note like 'To be checked: %'
    then to_jsonb(string_to_array(substr(note, length('To be checked: ') + 1), ', ')) else '[]' end)
  when code in ('edit_approved', 'edit_refused')
    then jsonb_build_object('fields', string_to_array(regexp_replace(what, '^[^:]*: ', ''), ', '))
  when code = 'paid' then jsonb_build_object(
    'amount', replace(substring(what from '^Paid Ksh ([0-9,]+)'), ',', '')::int,
    'months', substring(what from '([0-9]+) months?$')::int)
  when code = 'went_live' then jsonb_build_object('months', substring(what from '([0-9]+) months?$')::int)
  when code = 'extended' then jsonb_build_object('days', substring(what from '([0-9]+) days?$')::int)
  when code = 'payment_overdue' then jsonb_build_object('days', substring(what from '([0-9]+) days$')::int)
  when code = 'reported' then jsonb_build_object('reason', note)
  else '{}'
end;
update listing_history set note = '' where code in ('edited', 'reported', 'changes_omitted');

alter table listing_history
  alter column code set not null,
  drop column what,
  add constraint listing_history_code_is_known check (code in (
    'listed', 'resubmitted', 'edited', 'marked_sold', 'marked_available', 'edit_withdrawn', 'edit_approved',
    'edit_refused', 'deleted', 'paid', 'went_live', 'payment_overdue', 'expired', 'verified', 'rejected', 'suspended',
    'restored', 'extended', 'reported', 'changes_omitted'
  )),
  add constraint listing_history_params_are_an_object check (jsonb_typeof(params) = 'object');

create function listing_warning_codes(sentences text[]) returns text[] language sql as $$
  select coalesce(array_agg(case sentence
    when 'The description speaks of money to be sent.' then 'asks_for_money'
    when 'The description holds a link, an email or a phone number.' then 'contact_in_description'
    when 'The price is far below that of similar cars.' then 'price_far_below_similar'
    when 'The mileage is very high for the year.' then 'mileage_high_for_year'
    when 'The mileage is very low for the year.' then 'mileage_low_for_year'
    when 'Another seller shows the same pictures.' then 'pictures_of_another_seller'
    when 'The mileage is lower than when the car was checked.' then 'mileage_lower_than_verified'
  end order by place), '{}')
  from unnest(sentences) with ordinality as known (sentence, place)
$$;
update listings set warnings = listing_warning_codes(warnings) where warnings <> '{}';
update listing_edits set warnings = listing_warning_codes(warnings) where warnings <> '{}';
drop function listing_warning_codes;

alter table listings add constraint listing_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'mileage_lower_than_verified'
]);
alter table listing_edits add constraint listing_edit_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'mileage_lower_than_verified'
]);
