import { CATEGORY, type Language } from '#app/rules/constants.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Row } from '../insert-rows.ts'
import { cities } from '../places/cities.ts'
import { COUNTRY } from '../places/countries.ts'
import { type Chance, chanceOf } from '../random.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fa } from './fa.ts'
import { tr } from './tr.ts'
import type { CommentVoice } from './voice.ts'

/** The comments and ratings of a vehicle since it was listed; each comment's score is one of the ratings. */
export type Opinions = { comments: Row<'ad_comment'>[]; rating_sum: number; rating_count: number; created_at: Date }

const VOICES: Record<Language, CommentVoice> = { fa, en, ar, tr, de }

/** The languages of renters, by country id; a language that is listed twice is twice as frequent. */
const GUESTS: Record<number, Language[]> = {
  [COUNTRY.IRAN]: ['fa', 'fa', 'fa', 'fa', 'fa', 'ar', 'en', 'tr'],
  [COUNTRY.TURKEY]: ['tr', 'tr', 'tr', 'fa', 'fa', 'de', 'en', 'ar'],
  [COUNTRY.EMIRATES]: ['ar', 'ar', 'ar', 'en', 'en', 'fa', 'de'],
  [COUNTRY.GERMANY]: ['de', 'de', 'de', 'en', 'tr', 'fa'],
}

const WAITING_DAYS = 4
/** The share of vehicles that are new and have no ratings yet, in percent. */
const UNRATED_PERCENT = 8

/** The comments and ratings of a vehicle from the year before `now`; no text appears twice. */
export function opinionsOf(ad: Row<'ad'>, now: Date): Opinions {
  const chance = chanceOf(Number(ad.id) * 15_485_863)
  const daysAgo = (least: number, most: number) => new Date(now.getTime() - chance.between(least, most) * DAY_MS)
  if (chance.odds(UNRATED_PERCENT)) {
    return { comments: [], rating_sum: 0, rating_count: 0, created_at: daysAgo(1, 21) }
  }
  const country = cities.find(({ id }) => id === ad.city_id)?.country_id ?? COUNTRY.IRAN
  const written = new Set<string>()
  const comments = Array.from({ length: chance.pick([0, 1, 1, 2, 3, 4, 6]) }, () => {
    const language = chance.pick(GUESTS[country] ?? [])
    return commentOn(ad, language, now, chance)
  }).filter(({ body }) => !written.has(body) && written.add(body))
  const silent = chance.between(2, 140)
  const scored = comments.reduce((sum, { score }) => sum + (score ?? 0), 0)
  return {
    comments,
    rating_sum: scored + Math.round((silent * chance.between(40, 49)) / 10),
    rating_count: comments.length + silent,
    created_at: daysAgo(362, 1200),
  }
}

function commentOn(ad: Row<'ad'>, language: Language, now: Date, chance: Chance): Row<'ad_comment'> {
  const voice = VOICES[language]
  const [score, body] = chance.pick(ad.category === CATEGORY.MOTOR ? voice.motorbikes : voice.cars)
  const age = chance.between(3, 360) * DAY_MS + chance.between(0, 1439) * MINUTE_MS
  return {
    ad_id: Number(ad.id),
    author: chance.pick(voice.authors),
    language,
    body,
    score,
    // The latest ones still wait for an operator's approval.
    approved: age > WAITING_DAYS * DAY_MS,
    created_at: new Date(now.getTime() - age),
  }
}
