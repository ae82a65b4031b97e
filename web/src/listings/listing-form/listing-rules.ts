import { OLDEST_MODEL_YEAR } from '@twende/contract/business-constants.ts'
import { type EditedFacts, ListingFacts } from '@twende/contract/listings/listing-fields.ts'
import { m } from '@twende/messages'
import { type ListingProblems, type ListingValues, listingBody } from './listing-values.ts'

/** Everything that is wrong with a listing, field by field: the contract's rules, and no year that is yet to come. */
export function listingProblems(
  values: ListingValues,
  thisYear: number,
  facts: typeof ListingFacts | typeof EditedFacts = ListingFacts,
): ListingProblems {
  const problems: ListingProblems = {}
  const year = Number(values.year)
  if (!(year >= OLDEST_MODEL_YEAR && year <= thisYear)) {
    problems.year = m.sell_problem_year({ first: OLDEST_MODEL_YEAR, last: thisYear })
  }
  const { error } = facts.safeParse(listingBody(values))
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldAt(path.join('.'))
    problems[field] ??= message
  }
  return problems
}

/** The field of the form for a path of the request. */
function fieldAt(path: string): keyof ListingProblems {
  if (path === 'contactInfo.phone') return 'contactPhone'
  if (path === 'contactInfo.email') return 'contactEmail'
  const [first = '', second = ''] = path.split('.')
  return (first === 'specs' ? second : first) as keyof ListingProblems
}
