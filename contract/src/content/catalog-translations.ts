import { baseLocale, locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'
import { jsonField, optionalLine, optionalParagraphs } from '../text.ts'
import { LONGEST_DESCRIPTION, LONGEST_NAME } from './catalog-choices.ts'

/** The languages into which catalog items are translated; the base language is that of their own name. */
export const TRANSLATED_LOCALES = locales.filter((locale) => locale !== baseLocale)

const ByLocale = z.record(z.string(), z.string())

/** Names and descriptions of a catalog item in other languages, by the code of the language. */
export const CatalogTranslations = z.object({ names: ByLocale, descriptions: ByLocale })
export type CatalogTranslations = z.output<typeof CatalogTranslations>

export const catalogTranslationsDocument = /* @__PURE__ */ storedDocument(
  'translations of a catalog item',
  CatalogTranslations,
)

/** Form fields of the translations, as JSON; a language without text is not translated. */
export const translationFields = {
  names: z.optional(jsonField(perLocale(optionalLine(LONGEST_NAME)))),
  descriptions: z.optional(jsonField(perLocale(optionalParagraphs(LONGEST_DESCRIPTION)))),
}

function perLocale<Text extends z.ZodMiniType<string>>(text: Text) {
  const fields: Record<string, Text> = Object.fromEntries(TRANSLATED_LOCALES.map((locale) => [locale, text]))
  return z.object(fields)
}
