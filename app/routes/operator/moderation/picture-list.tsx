import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { ModerationTabs } from './tabs.tsx'
import '../../../../styles/company-desk.css'

const SHOWS = ['all', 'taken_down'] as const

/** A list of pictures: all of them, or those that were taken down. */
export function picturesAt(tab: 'photos' | 'listings') {
  return listAt(`/operator/moderation/${tab}`, { size: 24, filters: { show: oneOf(SHOWS, 'all') } })
}

/** Pictures in rows, the newest first, for review; `children` are its items. */
export function PictureList({
  tab,
  list,
  found,
  children,
}: {
  tab: 'photos' | 'listings'
  list: ReturnType<typeof picturesAt>
  found: { results: readonly unknown[]; page: number; pages: number; filters: { show: (typeof SHOWS)[number] } }
  children: ReactNode
}) {
  const t = useText('moderation')
  const operator = useText('operator')
  const names = { all: t('all'), taken_down: t('takenDown') }
  return (
    <ListPage
      list={list}
      found={found}
      title={operator('nav.moderation')}
      filters={
        <>
          <ModerationTabs current={tab} />
          <FilterChips
            list={list}
            found={found}
            name="show"
            label={t('filter')}
            scrolls
            choices={SHOWS.map((value) => ({ value, label: names[value] }))}
          />
        </>
      }
      empty={t('none')}
    >
      <ol className="grid3">{children}</ol>
    </ListPage>
  )
}
