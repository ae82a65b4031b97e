/** Makes of more than one word, and other names that people give to makes. */
const makes: readonly (readonly [RegExp, string])[] = [
  [/^land\s+rover\b/i, 'Land Rover'],
  [/^range\s+rover\b/i, 'Range Rover'],
  [/^alfa\s+romeo\b/i, 'Alfa Romeo'],
  [/^aston\s+martin\b/i, 'Aston Martin'],
  [/^great\s+wall\b/i, 'Great Wall'],
  [/^rolls[\s-]+royce\b/i, 'Rolls-Royce'],
  [/^(?:mercedes(?:[\s-]+benz)?|benz)\b/i, 'Mercedes-Benz'],
  [/^(?:vw|volkswagen)\b/i, 'Volkswagen'],
  [/^bmw\b/i, 'BMW'],
  [/^byd\b/i, 'BYD'],
  [/^mg\b/i, 'MG'],
  [/^gmc\b/i, 'GMC'],
]
/** Models of more than one word; the others are the word after the make. */
const models: readonly string[] = [
  'Land Cruiser Prado',
  'Land Cruiser',
  'Corolla Fielder',
  'Corolla Axio',
  'Corolla Cross',
  'Mark X',
  'Range Rover Sport',
  'Santa Fe',
  'Model 3',
  'Model S',
  'Model Y',
  'Grand Vitara',
  'Grand Cherokee',
  'Pajero Mini',
]

export type CarName = { make: string; model: string }

/** The make and model in a car's name, written alike for all sellers; undefined when it names no model. */
export function readCarName(name: string): CarName | undefined {
  const tidy = name
    .replace(/^\s*(?:19|20)\d\d\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const known = makes.find(([pattern]) => pattern.test(tidy))
  const [firstWord = ''] = tidy.split(' ')
  const make = known?.[1] ?? capitalised(firstWord)
  const rest = tidy.slice(known ? (known[0].exec(tidy)?.[0].length ?? 0) : firstWord.length).trim()
  const long = models.find((model) => new RegExp(`^${model.replaceAll(' ', '\\s')}\\b`, 'i').test(rest))
  const model = long ?? capitalised(rest.split(' ')[0] ?? '')
  return /^\p{L}/u.test(make) && model !== '' ? { make, model } : undefined
}

/** `vitz` and `VITZ` are `Vitz`; short names and those with digits are written in capitals: `RAV4`, `CX-5`, `C200`. */
function capitalised(word: string): string {
  const bare = word.replace(/[^\p{L}\p{N}-]/gu, '')
  if (/\d/.test(bare)) return bare.toUpperCase()
  return bare
    .toLowerCase()
    .split('-')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('-')
}
