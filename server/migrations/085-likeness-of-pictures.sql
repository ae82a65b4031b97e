-- What a picture looks like, so that one that was sent before is noticed although its bytes differ.

create table picture_likenesses (
  -- A public picture or a private photo.
  picture_hash text references pictures (hash) on delete cascade,
  file_id uuid references private_files (id) on delete cascade,
  -- The mean red, green and blue of 16 by 16 fields; null of an even surface, which looks like any other.
  fields bytea,
  -- The brightness of 4 by 4 fields, each as so many of 15 bits: how many bits differ says how much brightness differs.
  code bit(240),
  constraint likeness_is_of_one_picture check ((picture_hash is null) <> (file_id is null)),
  constraint likeness_of_picture_is_unique unique (picture_hash),
  constraint likeness_of_file_is_unique unique (file_id),
  constraint likeness_is_whole check ((fields is null) = (code is null) and length(fields) = 768)
);

alter table listings drop constraint listing_warnings_are_known;
alter table listings add constraint listing_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
  'mileage_lower_than_verified'
]);
alter table listing_edits drop constraint listing_edit_warnings_are_known;
alter table listing_edits add constraint listing_edit_warnings_are_known check (warnings <@ array[
  'asks_for_money', 'contact_in_description', 'price_far_below_similar', 'mileage_high_for_year',
  'mileage_low_for_year', 'pictures_of_another_seller', 'pictures_of_our_fleet', 'same_picture_twice',
  'mileage_lower_than_verified'
]);
