import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { CODE_CATEGORIES } from '#app/contract/operator/settings/codes.ts'
import { NAMES } from '#app/db/city-names.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'

/** What a discount code can be limited to, in the order of its names. */
export const codeChoices = api.operator.settings.codeChoices.handler(({ context: { deps, language } }) =>
  readChoices(deps, language),
)

type Ids = { [Limit in 'categories' | 'cities' | 'companies']?: readonly number[] | null | undefined }

/** Throws INVALID_FIELDS for a city or a company that is none. */
export async function guardLimits(deps: Pick<Deps, 'db'>, { cities, companies }: Ids): Promise<void> {
  const known = await readChoices(deps, 'en')
  const fields = {
    ...(!areKnown(cities, known.cities) && { cities: ['unknown_city'] }),
    ...(!areKnown(companies, known.companies) && { companies: ['unknown_company'] }),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

/** A function that names what a code is limited to, in a language. */
export async function limitsIn(deps: Pick<Deps, 'db'>, language: Language) {
  const known = await readChoices(deps, language)
  return ({ categories, cities, companies }: Ids) => ({
    categories: CODE_CATEGORIES.filter((id) => categories?.includes(id)),
    cities: known.cities.filter(({ id }) => cities?.includes(id)),
    companies: known.companies.filter(({ id }) => companies?.includes(id)),
  })
}

function areKnown(ids: readonly number[] | null | undefined, known: readonly { id: number }[]): boolean {
  return (ids ?? []).every((id) => known.some((one) => one.id === id))
}

async function readChoices({ db }: Pick<Deps, 'db'>, language: Language) {
  const [cities, companies] = await Promise.all([
    db
      .selectFrom('city')
      .select(['id', 'hidden', ...NAMES])
      .execute(),
    db.selectFrom('company').select(['id', 'name']).execute(),
  ])
  const { compare } = new Intl.Collator(language)
  const byName = (one: { name: string }, other: { name: string }) => compare(one.name, other.name)
  return {
    cities: cities
      .map(({ id, hidden, ...names }) => ({ id, name: nameOf(names, language), is_hidden: hidden }))
      .sort(byName),
    companies: companies.map(({ id, name }) => ({ id, name: wordingIn(language, name) })).sort(byName),
  }
}
