import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import type { CalendarDate } from '#app/rules/calendar-date.ts'
import { RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'
import { PostForm } from '#app/ui/post-form.tsx'
import { type RecentSearch, readRecent, withRecent } from './recent-search.ts'

const KEY = 'recent-searches'

/** Remembers a search in this browser, once it has a city and both days. */
export function useRememberedSearch(search: RecentSearch | undefined) {
  const { path, city, start, end } = search ?? {}
  useEffect(() => {
    if (path && city && start && end) write(withRecent(read(), { path, city, start, end }))
  }, [path, city, start, end])
}

/**
 * The searches whose days are still to come, as links, and a button that forgets them: those of the account, where somebody
 * is signed in, before those of this browser alone.
 */
export function RecentSearches({ today, account }: { today: CalendarDate; account: RecentSearch[] | undefined }) {
  const t = useText('search')
  const { language } = useLanguage()
  const [own, setOwn] = useState<RecentSearch[]>([])
  const [isCleared, setCleared] = useState(false)
  const cleared = useRef<HTMLParagraphElement>(null)
  useEffect(() => setOwn(read()), [])
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
            <PostForm as="form" action={pathIn(language, '/searches')} onSubmit={() => write([])}>
              <button type="submit" className="btn btn-s">
                {t('recent.clear')}
              </button>
            </PostForm>
          ) : (
            <button
              type="button"
              className="btn btn-s"
              onClick={() => {
                write([])
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

function read(): RecentSearch[] {
  try {
    return readRecent(localStorage.getItem(KEY))
  } catch {
    // A browser may refuse to keep anything: then there is nothing to show.
    return []
  }
}

function write(list: readonly RecentSearch[]) {
  try {
    if (list.length > 0) localStorage.setItem(KEY, JSON.stringify(list))
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
