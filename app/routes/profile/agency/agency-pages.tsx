import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Chip } from '#app/ui/tag.tsx'

const PAGES = { desk: '/profile/agency', blocks: '/profile/agency/blocks', company: '/profile/agency/company' } as const

/** The ways between the pages of a company's desk. */
export function AgencyPages({ at }: { at: keyof typeof PAGES }) {
  const t = useText('agency')
  const { language } = useLanguage()
  return (
    <nav className="row" aria-label={t('nav.label')}>
      {(['desk', 'blocks', 'company'] as const).map((page) => (
        <Chip key={page} href={pathIn(language, PAGES[page])} isCurrent={page === at}>
          {t(`nav.${page}`)}
        </Chip>
      ))}
    </nav>
  )
}
