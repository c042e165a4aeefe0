import type { ReactNode } from 'react'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { listPath, ModerationTabs, type Shown, ShownChips } from './tabs.tsx'
import '../../../../styles/company-desk.css'

const SIZE = 24

/** What the address of such a list asks its call for. */
export function listQuery(url: URL): { page: number; size: number; show: Shown } {
  return {
    page: Number(url.searchParams.get('page') ?? 1),
    size: SIZE,
    show: url.searchParams.get('show') === 'taken_down' ? 'taken_down' : 'all',
  }
}

/** Pictures in rows, the newest first, to look through; `children` are its items. */
export function PictureList({
  tab,
  show,
  page,
  pages,
  isEmpty,
  children,
}: {
  tab: 'photos' | 'listings'
  show: Shown
  page: number
  pages: number
  isEmpty: boolean
  children: ReactNode
}) {
  const t = useText('moderation')
  const operator = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={operator('nav.moderation')} />
      <div className="stack">
        <ModerationTabs current={tab} />
        <ShownChips tab={tab} show={show} />
        {isEmpty && <EmptyState title={t('none')} />}
        <ol className="grid3">{children}</ol>
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, listPath(tab, show, n))} />
      </div>
    </>
  )
}
