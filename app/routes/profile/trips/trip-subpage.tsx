import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'

/** The frame of a page about one trip: the way back to it, what the page is for, and which vehicle. */
export function TripSubpage({
  trip,
  title,
  children,
}: {
  trip: { id: string; number: string; title: string }
  title: string
  children: ReactNode
}) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs
          crumbs={[
            { label: t('title'), href: pathIn(language, '/profile/reservations') },
            { label: numberIn(language, trip.number), href: pathIn(language, `/profile/reservation/${trip.id}`) },
            { label: title },
          ]}
        />
        <div className="pt-3 pb-5">
          <h1>{title}</h1>
          <p className="soft">{trip.title}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
