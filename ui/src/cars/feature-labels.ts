import { m } from '@twende/messages'

/** What many cars have, by how it is stored. */
export const commonFeatureLabels: Readonly<Record<string, () => string>> = {
  'Air conditioning': m.car_feature_air_conditioning,
  'Reverse camera': m.car_feature_reverse_camera,
  Bluetooth: m.car_feature_bluetooth,
  'Alloy wheels': m.car_feature_alloy_wheels,
  'Leather seats': m.car_feature_leather_seats,
  'Keyless entry': m.car_feature_keyless_entry,
  Sunroof: m.car_feature_sunroof,
  'Cruise control': m.car_feature_cruise_control,
}

/** A stored feature in the language of the page if it is a common one, otherwise as it was typed. */
export function featureLabel(feature: string): string {
  return commonFeatureLabels[feature]?.() ?? feature
}
