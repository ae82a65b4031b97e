import type { Service } from '@twende/contract/content/content-routes.ts'
import { foldText, searchWords } from '@twende/contract/search/search-words.ts'
import { getLocale } from '@twende/messages/runtime'

/** Those whose name holds every word of the search, in any order and case. */
export function servicesNamed<T extends { name: string }>(services: readonly T[], search: string): T[] {
  const words = searchWords(search)
  return services.filter(({ name }) => words.every((word) => foldText(name).includes(word)))
}

/** A service in the language of the page, as far as it is translated. */
export function localService(service: Service): Service {
  const locale = getLocale()
  const { name, description, names, descriptions } = service
  return { ...service, name: names[locale] ?? name, description: descriptions[locale] ?? description }
}
