import type { UploadOutcome } from './upload-listing.ts'

/** What the seller is told when a car was not listed; specification, section 8. */
export function failureWords(outcome: Exclude<UploadOutcome, { kind: 'listed' }>): string {
  switch (outcome.kind) {
    case 'refused':
      if (outcome.status < 500) return outcome.message || 'Failed to list car'
      return `Server error: ${outcome.message || `HTTP ${outcome.status}`}`
    case 'timeout':
      return 'Upload took too long. Please try again with smaller images.'
    case 'lost':
      return 'Network error. Please check your connection.'
    case 'odd':
      return 'An unexpected error occurred while listing the car for sale.'
  }
}

/** Whether the car may have been listed all the same: only an answer of ours says no for certain. */
export function isUncertain(outcome: UploadOutcome): boolean {
  return outcome.kind !== 'listed' && !(outcome.kind === 'refused' && outcome.status < 500)
}

/** The quarter that an upload has newly reached, in percent; undefined between two of them. */
export function quarterReached(before: number, now: number): number | undefined {
  const quarter = Math.floor(now / 25) * 25
  return quarter > before ? quarter : undefined
}
