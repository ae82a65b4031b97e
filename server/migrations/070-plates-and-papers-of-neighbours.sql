-- Plates of Tanzania begin with a single letter: T 123 ABC.
alter table cars drop constraint car_number_plate_is_normalised;
alter table cars add constraint car_number_plate_is_normalised
  check (number_plate ~ '^[A-Z0-9]{1,4}( [A-Z0-9]{1,5}){1,2}$');

-- Aliens, refugees, citizens of the East African Community and diplomats prove who they are by papers of their own.
alter table drivers drop constraint driver_identity_kind_is_known;
alter table drivers add constraint driver_identity_kind_is_known check (
  identity_kind in ('national_id', 'passport', 'alien_id', 'refugee_id', 'east_african_id', 'diplomatic_id')
);

-- Numbers that were typed with spaces or small letters are stored as all others.
update drivers set identity_number = upper(regexp_replace(identity_number, '[[:space:]./,-]', '', 'g'))
where identity_number <> upper(regexp_replace(identity_number, '[[:space:]./,-]', '', 'g'));
