import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { readSearches, writeSearches } from './kept-searches.live.ts'
import type { RecentSearch } from './recent-search.ts'

/**
 * Links to recent searches whose days have not passed, and a button that deletes them. For signed-in people, the account's
 * searches come before those of this browser.
 */
export function RecentSearches({ today, account }: { today: CalendarDate; account: RecentSearch[] | undefined }) {
  const t = useText('search')
  const { language } = useLanguage()
  const [own, setOwn] = useState<RecentSearch[]>([])
  const [isCleared, setCleared] = useState(false)
  const cleared = useRef<HTMLParagraphElement>(null)
  useEffect(() => setOwn(readSearches()), [])
  useEffect(() => {
    if (isCleared) cleared.current?.focus()
  }, [isCleared])
  const known = account ?? []
  const list = [...known, ...own.filter(({ path }) => !known.some((one) => one.path === path))]
    .filter(({ start }) => start >= today)
    .slice(0, RECENT_SEARCHES_MAX)
  const day = (date: CalendarDate) => formatDate(date, language, 'weekday')
  if (isCleared) {
    return (
      <p className="sm soft pt-4" tabIndex={-1} ref={cleared}>
        {t('recent.cleared')}
      </p>
    )
  }
  if (list.length === 0) return null
  return (
    <section className="stack stack-2 pt-4" aria-labelledby="recent-title">
      <h2 className="text-base" id="recent-title">
        {t('recent.title')}
      </h2>
      <ul className="row row-s">
        {list.map(({ path, city, start, end }) => (
          <li key={path}>
            <a className="chip" href={pathIn(language, path)}>
              <b>{city}</b> {t('fromTo', { from: day(start), to: day(end) })}
            </a>
          </li>
        ))}
        <li>
          {account ? (
            <PostForm as="form" action={pathIn(language, '/searches')} onSubmit={() => writeSearches([])}>
              <button type="submit" className="btn btn-s">
                {t('recent.clear')}
              </button>
            </PostForm>
          ) : (
            <button
              type="button"
              className="btn btn-s"
              onClick={() => {
                writeSearches([])
                setCleared(true)
              }}
            >
              {t('recent.clear')}
            </button>
          )}
        </li>
      </ul>
    </section>
  )
}
