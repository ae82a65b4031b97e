import { MOST_FEATURES } from '@twende/contract/listings/listing-choices.ts'
import { commonFeatureLabels } from './feature-labels.ts'

export const LONGEST_FEATURE = 80

/** What buyers look for most, as it is stored; offered by a tap. */
export const COMMON_FEATURES = Object.keys(commonFeatureLabels)

const plain = (feature: string) => feature.trim().toLowerCase()

export function hasFeature(features: readonly string[], feature: string): boolean {
  return features.some((known) => plain(known) === plain(feature))
}

/** The list with one more feature; without `added` it stays as it is: what was typed is blank, known or too much. */
export function addFeature(
  features: readonly string[],
  typed: string,
): { added?: readonly string[]; duplicate: boolean } {
  const feature = typed.trim().replace(/\s+/g, ' ')
  if (feature === '') return { duplicate: false }
  if (hasFeature(features, feature)) return { duplicate: true }
  return features.length < MOST_FEATURES
    ? { added: [...features, feature], duplicate: false }
    : { duplicate: false }
}
