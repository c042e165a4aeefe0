import { vehicleTitle } from '#app/i18n/format/names.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'

type Name = string | null

/** Columns of a vehicle's brand, model and trim, with the names that `titleOf` reads. */
export const TITLE_COLUMNS = [
  'brand.name_fa as brand_fa',
  'brand.name_en as brand_en',
  'brand.name_ar as brand_ar',
  'model.name_fa as model_fa',
  'model.name_en as model_en',
  'model.name_ar as model_ar',
  'trim.name_fa as trim_fa',
  'trim.name_en as trim_en',
  'trim.name_ar as trim_ar',
] as const

export type TitleRow = Record<`${'brand' | 'model' | 'trim'}_${'fa' | 'en' | 'ar'}`, Name>

/** A vehicle's brand, model and trim in one line. */
export function titleOf(row: TitleRow, language: Language): string {
  return vehicleTitle(
    [
      { name_fa: row.brand_fa, name_en: row.brand_en, name_ar: row.brand_ar },
      { name_fa: row.model_fa, name_en: row.model_en, name_ar: row.model_ar },
      { name_fa: row.trim_fa, name_en: row.trim_en, name_ar: row.trim_ar },
    ],
    language,
  )
}

/** The same in each language. */
export function titlesOf(row: TitleRow): Record<Language, string> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, titleOf(row, language)])) as Record<Language, string>
}
