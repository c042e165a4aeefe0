import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Chip } from '#app/ui/tag.tsx'

const PATHS = {
  ads: '/operator/moderation',
  posts: '/operator/moderation?about=posts',
  photos: '/operator/moderation/photos',
  listings: '/operator/moderation/listings',
} as const

type Tab = keyof typeof PATHS

/** The kinds of content to review; `counts` are the numbers that wait. */
export function ModerationTabs({ current, counts = {} }: { current: Tab; counts?: Partial<Record<Tab, number>> }) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <nav className="scroll" aria-label={t('parts')}>
      {(Object.keys(PATHS) as Tab[]).map((tab) => (
        <Chip key={tab} href={pathIn(language, PATHS[tab])} isCurrent={tab === current}>
          {t(tab)}
          {counts[tab] !== undefined && ` (${localDigits(counts[tab], language)})`}
        </Chip>
      ))}
    </nav>
  )
}
