import { useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'

interface Limits {
  categories: readonly number[]
  cities: readonly { id: number; name: string; is_hidden: boolean }[]
  companies: readonly { id: number; name: string }[]
}

/** The text of a category in the area `operator`. */
export const categoryKey = (id: number) => (id === CATEGORY.MOTOR ? 'codes.motors' : 'codes.cars')

/** What a code is limited to, as one line; that it is not limited is said, too. */
export function CodeLimits({ categories, cities, companies }: Limits) {
  const t = useText('operator')
  const named = [
    ...categories.map((id) => ({ id, name: t(categoryKey(id)) })),
    ...cities.map(({ is_hidden, ...city }) => ({
      ...city,
      name: is_hidden ? `${city.name} (${t('codes.hiddenCity')})` : city.name,
    })),
    ...companies,
  ]
  if (named.length === 0) return t('codes.unlimited')
  return named.map(({ id, name }, index) => (
    <span key={`${id} ${name}`}>
      {index > 0 && ' · '}
      <bdi>{name}</bdi>
    </span>
  ))
}
