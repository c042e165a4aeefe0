import { sql } from 'kysely'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/** The `ad.status` of vehicles that people find and book, for raw SQL: only a literal lets the planner use partial indexes. */
export const OFFERED_LITERAL = sql.lit(STATE_NUMBERS.OFFERED)
