import { useEffect } from 'react'
import { type RecentSearch, readRecent, withRecent } from './recent-search.ts'

const KEY = 'recent-searches'

/** Remembers a search in this browser, once it has a city and both days. */
export function useRememberedSearch(search: RecentSearch | undefined) {
  const { path, city, start, end } = search ?? {}
  useEffect(() => {
    if (path && city && start && end) writeSearches(withRecent(readSearches(), { path, city, start, end }))
  }, [path, city, start, end])
}

/** The searches that this browser has stored, the latest first. */
export function readSearches(): RecentSearch[] {
  try {
    return readRecent(localStorage.getItem(KEY))
  } catch {
    // A browser may refuse to store anything: then there is nothing to show.
    return []
  }
}

/** Stores a list of searches in place of the previous one. */
export function writeSearches(list: readonly RecentSearch[]) {
  try {
    if (list.length > 0) localStorage.setItem(KEY, JSON.stringify(list))
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
