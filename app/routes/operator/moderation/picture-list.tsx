import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { ModerationTabs } from './tabs.tsx'
import '../../../../styles/company-desk.css'

const SHOWS = { photos: ['all', 'taken_down'], listings: ['all', 'waiting', 'taken_down'] } as const
type Show = (typeof SHOWS)[keyof typeof SHOWS][number]

/** A list of pictures: all of them, those that were taken down, or listings that wait. */
export function picturesAt<Tab extends keyof typeof SHOWS>(tab: Tab) {
  const shows: readonly (typeof SHOWS)[Tab][number][] = SHOWS[tab]
  return listAt(`/operator/moderation/${tab}`, { size: 24, filters: { show: oneOf(shows, 'all') } })
}

/** Pictures in rows, the newest first, for review; `children` are its items. */
export function PictureList({
  tab,
  list,
  found,
  children,
}: {
  tab: keyof typeof SHOWS
  list: ReturnType<typeof picturesAt>
  found: { results: readonly unknown[]; page: number; pages: number; filters: { show: Show } }
  children: ReactNode
}) {
  const t = useText('moderation')
  const operator = useText('operator')
  const names = { all: t('all'), waiting: t('look.waiting'), taken_down: t('takenDown') }
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
            choices={SHOWS[tab].map((value) => ({ value, label: names[value] }))}
          />
        </>
      }
      empty={t('none')}
    >
      <ol className="grid3">{children}</ol>
    </ListPage>
  )
}
