const wholeShillings = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** Writes whole shillings the way the whole product does: `Ksh 12,500`. */
export function showKsh(shillings: number): string {
  return `Ksh ${wholeShillings.format(shillings)}`
}

/** An amount as people write it: the currency before or after it, digits in groups or not, cents of zero, `k`, `M`. */
const WRITTEN =
  /^(?:(?:k(?:sh|es)s?|sh(?:s|\.)?)[.:]?)?((?:\d{1,3}(?:[,. '’]\d{3})+|\d+)(?:[.,]\d{1,6})?)\.?(k|thousand|elfu|m|mn|mil|million|milioni)?\.?(?:\/?[-=]{1,2}|(?:k(?:sh|es)s?|shillings?|shilingi|bob)\.?)?$/i

const TIMES: Record<string, number> = { k: 1_000, thousand: 1_000, elfu: 1_000 }

/**
 * Whole shillings as people type them: `2000`, `2,000`, `Kshs 3,500,000.00`, `3 500 000/=`, `3.5M`, `950k`; undefined for
 * anything else, and for what could mean two amounts, such as `3.500`.
 */
export function readShillings(text: string): number | undefined {
  if (text.length > 40) return undefined
  const tidy = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<!\d) | (?!\d{3}(?!\d))/g, '')
  const [, figure = '', unit = ''] = WRITTEN.exec(tidy) ?? []
  if (figure === '') return undefined
  const shillings =
    unit === '' ? plainAmount(figure) : scaledAmount(figure, TIMES[unit.toLowerCase()] ?? 1_000_000)
  return shillings !== undefined && Number.isSafeInteger(shillings) ? shillings : undefined
}

/** A number of groups of three, or of digits alone, with cents only where they are zero. */
function plainAmount(figure: string): number | undefined {
  const groups = /^(\d{1,3})(?:([,. '’])\d{3}(?:\2\d{3})*)?(?:\.0{1,2})?$/.exec(figure)
  const isGrouped = groups !== null && (groups[2] !== '.' || /\.\d{3}\./.test(figure))
  if (!isGrouped && !/^\d+(?:\.0{1,2})?$/.test(figure)) return undefined
  return Number(figure.replace(/[.,]0{1,2}$/, '').replace(/\D/g, ''))
}

/** Of a thousand or a million: `3.5`, `3,5` and `1,200` are read; what leaves a part of a shilling is not. */
function scaledAmount(figure: string, times: number): number | undefined {
  const plain = /^\d{1,3}(?:,\d{3})+$/.test(figure) ? figure.replaceAll(',', '') : figure.replace(',', '.')
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined
  const [whole = '', part = ''] = plain.split('.')
  const scale = 10 ** part.length
  const shillings = (Number(whole + part) * times) / scale
  return Number.isInteger(shillings) ? shillings : undefined
}
