/**
 * What is wrong with the catalogues, a sentence each. Paraglide itself uses English for a missing message without a word,
 * and shows the key where a plural form is missing.
 */
export function faultsOfCatalogues(catalogues) {
  const { en, ...others } = catalogues
  const faults = Object.keys(en).flatMap((key) => [...faultsOfKey(key), ...faultsOfForms('en', key, en[key])])
  for (const [locale, messages] of Object.entries(others)) {
    for (const key of Object.keys(messages))
      if (!(key in en)) faults.push(`${locale}: ${key} is not in en.json`)
    for (const [key, english] of Object.entries(en)) {
      const message = messages[key]
      if (message === undefined || message === '') faults.push(`${locale}: ${key} is missing`)
      else {
        if (parametersOf(message) !== parametersOf(english))
          faults.push(`${locale}: ${key} has other parameters than the English message`)
        faults.push(...faultsOfForms(locale, key, message))
      }
    }
  }
  return faults
}

function faultsOfKey(key) {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key) ? [] : [`${key} is not in snake_case`]
}

function parametersOf(message) {
  const names = [...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return [...new Set(names)].sort().join()
}

function faultsOfForms(locale, key, message) {
  if (typeof message === 'string' || /=(other|\*)"/.test(JSON.stringify(message))) return []
  return [`${locale}: ${key} lacks the form "other"`]
}
