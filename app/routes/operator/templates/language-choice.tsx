import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { Chip } from '#app/ui/tag.tsx'

/** Links to the same texts in each language. */
export function LanguageChoice({ path, shown }: { path: string; shown: Language }) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <nav className="row row-s" aria-label={t('templates.language')}>
      {LANGUAGES.map((one) => (
        <Chip key={one} href={`${pathIn(language, path)}?lang=${one}`} isCurrent={one === shown}>
          <bdi lang={one}>{LANGUAGE_NAMES[one]}</bdi>
        </Chip>
      ))}
    </nav>
  )
}
