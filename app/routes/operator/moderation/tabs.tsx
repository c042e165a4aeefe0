import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Chip } from '#app/ui/tag.tsx'

const PATHS = {
  ads: '/operator/moderation',
  posts: '/operator/moderation?about=posts',
  photos: '/operator/moderation/photos',
  listings: '/operator/moderation/listings',
} as const

type Tab = keyof typeof PATHS

/** What there is to look at; `counts` is waiting work. */
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

/** All of them, or those that were taken down. */
export function ShownChips({ tab, show }: { tab: 'photos' | 'listings'; show: Shown }) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <nav className="scroll" aria-label={t('filter')}>
      <Chip href={pathIn(language, PATHS[tab])} isCurrent={show === 'all'}>
        {t('all')}
      </Chip>
      <Chip href={pathIn(language, `${PATHS[tab]}?show=taken_down`)} isCurrent={show === 'taken_down'}>
        {t('takenDown')}
      </Chip>
    </nav>
  )
}

export type Shown = 'all' | 'taken_down'

/** The address of a page of one of the lists. */
export function listPath(tab: 'photos' | 'listings', show: Shown, page: number): string {
  const query = new URLSearchParams({ ...(show !== 'all' && { show }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `${PATHS[tab]}?${query}` : PATHS[tab]
}
