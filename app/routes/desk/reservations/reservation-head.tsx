import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'

/**
 * The breadcrumbs of a page about one reservation, and its title: the list, the reservation by its number, this page.
 */
export function ReservationHead({
  reservation: { id, number },
  crumb,
  title,
  children,
}: {
  reservation: { id: string; number: string }
  crumb: string
  title: string
  /** Shown beside the title. */
  children?: ReactNode
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  const list = pathIn(language, '/desk/reservations')
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('list.title'), href: list },
          { label: numberIn(language, number), href: `${list}/${id}` },
          { label: crumb },
        ]}
      />
      <div className="head row">
        <h1>{title}</h1>
        {children}
      </div>
    </>
  )
}
