import type { Service } from '@twende/contract/content/content-routes.ts'
import { foldText, searchWords } from '@twende/contract/search/search-words.ts'
import { getLocale } from '@twende/messages/runtime'

/** Those whose name holds every word of the search, in any order and case. */
export function servicesNamed<T extends { name: string }>(services: readonly T[], search: string): T[] {
  const words = searchWords(search)
  return services.filter(({ name }) => {
    // A name with a dash is also found written as one word.
    const text = `${foldText(name)} ${foldText(name).replace(/\p{Pd}/gu, '')}`
    return words.every((word) => text.includes(word))
  })
}

/** A service in the language of the page, as far as it is translated. */
export function localService(service: Service): Service {
  const locale = getLocale()
  const { name, description, names, descriptions } = service
  return { ...service, name: names[locale] ?? name, description: descriptions[locale] ?? description }
}
