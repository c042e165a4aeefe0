import { styleParts } from 'virtual:savari/page-styles'
import { LRUCache } from 'lru-cache'
import { markupOf } from './select-style.ts'

/** What a text of markup has of all that style depends on. The same for the same: two texts alike have one object. */
export interface StyleTraits {
  classes: ReadonlySet<string>
  /** Of all markup that some style depends on. */
  markup: ReadonlySet<string>
  /** Custom properties that are used in it. */
  properties: readonly string[]
}

/** All markup that some style depends on. One search for all takes a third of the time of a search for each. */
const MARKUP = new RegExp(markupOf(styleParts).join('|'), 'g')
/** Entries of a list have only a few different ones. */
const TRAITS_KEPT = 500

const known = new LRUCache<string, StyleTraits>({ max: TRAITS_KEPT })

/** The traits of markup that is kept. */
export function traitsOf(html: string): StyleTraits {
  const found = findTraits(html)
  const key = JSON.stringify([[...found.classes].sort(), [...found.markup].sort(), found.properties])
  const same = known.get(key)
  if (same) return same
  known.set(key, found)
  return found
}

/** The traits of markup that is looked at once. */
export function findTraits(html: string): StyleTraits {
  return {
    classes: new Set([...classAttributesOf(html)].flatMap((names) => names.split(' '))),
    markup: new Set(html.match(MARKUP)),
    properties: html.match(/(?<=var\()--[\w-]+/g) ?? [],
  }
}

const CLASS = ' class="'

/** The text of each class attribute in markup. */
function classAttributesOf(html: string): ReadonlySet<string> {
  const found = new Set<string>()
  let end = 0
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, end)) {
    const start = at + CLASS.length
    end = html.indexOf('"', start)
    found.add(html.slice(start, end))
  }
  return found
}
